import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { readMailText } from './read-mail-text.ts'

// Where a picture stood in a mail, its text has a place, as its program writes one.

const picture = {
  filename: 'fault.png',
  mimeType: 'image/png',
  disposition: 'inline',
  contentId: '<i1@b>',
} as const
const alone = 'SN-1:\nWhat now?'

test.each([
  ['[image: fault.png]', alone],
  ['[image: Screenshot of 29 November\nat 10.31.png]', alone],
  ['[Inline image]', alone],
  ['[Satır içi resim 1]', alone],
  ['<image.png>', alone],
  ['<fault.png>', alone],
  ['[fault.png]', alone],
  ['[image001.png]', alone],
  ['[cid:image001.png@01DB.4F]', alone],
  ['[cid:i1@b]', alone],
  ['![screen](cid:i1@b)', alone],
  ['[A screen with an alarm]', alone],
  ['\ufffc', alone],
  ['> [image: fault.png]', alone],
  ['It shows [image: fault.png] now', 'SN-1:\nIt shows now\nWhat now?'],
  ['[cid:i1@b] is what it shows', 'SN-1:\nis what it shows\nWhat now?'],
])('the place of a picture in a text is nothing: %j', (place, text) => {
  const mail = { text: `SN-1:\n${place}\nWhat now?`, html: undefined, attachments: [picture] }
  expect(readMailText(mail).text).toBe(text)
})

test('the place of a file that is not a picture is nothing', () => {
  const attachments = [{ filename: 'servo log.txt' }]
  const text = 'SN-1:\n<servo log.txt>\nWhat now?'
  expect(readMailText({ text, html: undefined, attachments }).text).toBe(alone)
})

test('the description that the HTML has of an attached picture is no text, in either form', () => {
  const alt = 'A screen with 3 alarms  Description automatically generated'
  const html = `<p>SN-1:</p><img src="cid:i1@b" alt="${alt}"><p>What now?</p>`
  const text = `SN-1:\n[A screen with 3 alarms\nDescription automatically generated]\nWhat now?`
  const attachments = [picture]
  expect(readMailText({ text, html, attachments }).text).toBe(alone)
  expect(readMailText({ text: undefined, html, attachments }).text).toBe('SN-1:\n\nWhat now?')
})

test.each([
  '[Axis1]\n[Axis parameters]\nspeed = 3',
  '[ALARM 700012]',
  '[x]',
  'The name is [A] or <b>',
  'See <a@b.example> or <https://b.example/a.png>',
])('what somebody wrote in brackets is text: %j', line => {
  const text = `SN-1:\n${line}\nWhat now?`
  const attachments = [{ ...picture, filename: 'x' }]
  expect(readMailText({ text, html: undefined, attachments }).text).toBe(text)
})

test('brackets are text in a mail without an inline picture, and where the HTML has them too', () => {
  const text = 'SN-1:\n[A screen with an alarm]\nWhat now?'
  expect(readMailText({ text, html: undefined }).text).toBe(text)
  const html = '<p>SN-1:<br>[A screen with an alarm]<br>What now?</p>'
  expect(readMailText({ text, html, attachments: [picture] }).text).toBe(text)
})

test('a caption in brackets below a picture that has no place is text', () => {
  const text = 'Foto ekte.\n\n[motorun arka tarafı]\n\nNe yapalım?'
  const attachments = [{ ...picture, contentId: undefined }]
  expect(readMailText({ text, html: undefined, attachments }).text).toBe(text)
})

test('a letter that a program sends as a picture is text', () => {
  const html = '<p>Done <img src="cid:i1@b" alt="👍"></p>'
  expect(readMailText({ text: undefined, html, attachments: [picture] }).text).toBe('Done 👍')
})

// Security: T7
test.each(['[', '\ufffc', '[cid:a]', ' ', '\ufffc ', '<a', '[a b', '![a](', '[image: '])(
  '300,000 characters of %j are read in time',
  piece => {
    const text = `x${piece.repeat(300_000 / piece.length)}x`
    const attachments = Array.from({ length: 2_000 }, (_, at) => ({
      ...picture,
      filename: `a b${at}`,
    }))
    const time = processorTimeOf(() =>
      expect(readMailText({ text, html: undefined, attachments }).text.length).toBeLessThan(
        300_010,
      ),
    )
    expect(time).toBeLessThan(5_000)
  },
)
