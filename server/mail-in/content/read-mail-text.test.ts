import { expect, test } from 'vitest'
import { readMailText } from './read-mail-text.ts'

const long = 'Pres durdu, yağ akıyor. '.repeat(40).trim()

test('the whole text of a long mail ends with a sign that it was cut', () => {
  expect(readMailText({ text: 'a'.repeat(300_000), html: undefined }).whole).toMatch(
    /^a{200000}\n\n\[…\]$/,
  )
  expect(readMailText({ text: 'a'.repeat(200_000), html: undefined }).whole).toMatch(/^a{200000}$/)
})

test.each(['', '  \n', 'Bu iletiyi görmek için HTML gösterin.'])(
  'a text part that says nothing of the mail gives way to its HTML: %j',
  text => {
    expect(readMailText({ text, html: `<p>${long}</p>` }).text).toBe(long)
  },
)

test('a short text is kept where the HTML only adds to it, as a disclaimer does', () => {
  expect(
    readMailText({
      text: 'Tamam,\ngeliyoruz',
      html: `<p>Tamam, <b>geliyoruz</b></p><p>${long}</p>`,
    }).text,
  ).toBe('Tamam,\ngeliyoruz')
  expect(readMailText({ text: 'Tamam', html: '<p>Olur, geliyoruz</p>' }).text).toBe('Tamam')
})
