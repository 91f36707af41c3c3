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

test.each([
  ['reply+abcdefghijklmnopqrstuv2345@reply.test', 'reply+…@reply.test'],
  ['<mailto:Reply+ABCDEFGHIJKLMNOPQRSTUV2345@reply.test?subject=Re>', 'reply+…@reply.test'],
  ['https://safe.test/?url=mailto%3Areply%2Babcdefghijklmnopqrstuv2345%40reply.test', 'reply+…%40'],
  ['https://safe.test/?url=reply%252babcdefghijklmnopqrstuv2345%2540reply.test', 'reply+…%2540'],
])('a mail is shown without the reply address that it quotes: %s', (address, shown) => {
  const { text, quote, whole } = readMailText({
    text: `Adres: ${address} budur.\n\n22 Kas 2026 Paz 10:15 tarihinde Satıcı <${address}> şunu yazdı:\n> ${address}\n`,
    html: undefined,
  })
  expect(text).toContain(shown)
  expect(whole.split(shown)).toHaveLength(4)
  expect([text, quote, whole].join()).not.toMatch(/abcdefghijklmnopqrstuv2345/i)
})

test('an address that is no reply address stays in the text', () => {
  const text = 'reply+kisi@musteri.test, reply+abcdefghijklmnopqrstuv2345x@musteri.test'
  expect(readMailText({ text, html: undefined }).whole).toBe(text)
})

const notice =
  'This e-mail and its attachments are confidential and intended solely for the addressee. If you are not the addressee, tell the sender and delete it. '.repeat(
    3,
  )
const german = 'Diese Nachricht ist vertraulich und nur für den Empfänger bestimmt.'

test.each([
  ['a notice below the message', notice, `<p>SN-1: 90 degrees.</p><p>${notice}</p>`],
  ['a notice of another language', german, `<p>SN-1: 90 degrees.</p><p>${german}</p>`],
  ['a notice that the HTML has not', german, '<p>SN-1: 90 degrees.</p>'],
  [
    'a stub as long as the message',
    'Bu iletiyi görmek için HTML gösterin.',
    '<p>SN-1: 90 degrees.</p>',
  ],
  [
    'a signature and a notice',
    `-- \nDeniz\n\n${notice}`,
    `<p>SN-1: 90 degrees.</p><p>-- <br>Deniz</p><p>${notice}</p>`,
  ],
])('the text is that of the part which has it: %s', (_, text, html) => {
  expect(readMailText({ text, html }).text).toMatch(/^SN-1: 90 degrees\./)
})

test.each([
  ['an HTML of a notice', 'SN-1: the oil has 90 degrees.', `<p>${notice}</p>`],
  ['an HTML of a picture', 'SN-1: the oil has 90 degrees.', '<img src="cid:a@b">'],
  [
    'the same in both',
    'SN-1: the  oil\nhas 90 degrees.\n',
    '<p>SN-1: <b>the oil</b> has 90 degrees.</p>',
  ],
  [
    'a beginning that the HTML lacks',
    'SN-1: the oil has 90 degrees.\n\nWhat can we do about it now?',
    '<p>What can we do about it now?</p>',
  ],
])('the text part stays where it has what was written: %s', (_, text, html) => {
  expect(readMailText({ text, html }).text).toBe(text.trim())
})
