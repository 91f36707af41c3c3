import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

// Which text parts of a mail are its message, and which are files.

type Part = string | { type: string; parts: Part[] }

const part = (header: string, text = 'axis 1 12.5') => `${header}\r\n\r\n${text}`
let boundaries = 0
function render(one: Part): string {
  if (typeof one === 'string') return one
  const boundary = `b${++boundaries}`
  const parts = one.parts.map(each => `--${boundary}\r\n${render(each)}\r\n`).join('')
  return `Content-Type: multipart/${one.type}; boundary=${boundary}\r\n\r\n${parts}--${boundary}--\r\n`
}
const multipart = (type: string, ...parts: Part[]): Part => ({ type, parts })

async function read(mail: Part) {
  const { text, html, attachments } = await parseMail(Buffer.from(render(mail)))
  return {
    text: text?.trim().replace(/\s*\n\s*/g, '\n'),
    html: html?.trim(),
    files: attachments.map(({ filename, mimeType }) => `${filename ?? '-'} ${mimeType}`),
  }
}

const plain = part('Content-Type: text/plain; charset=utf-8', 'Log is attached')
const html = part('Content-Type: text/html', '<p>Log is attached</p>')
const picture = part(
  'Content-Type: image/png; name=a.png\r\nContent-Disposition: inline; filename=a.png',
)

test.each([
  ['text/plain; name="servo.log"', 'servo.log text/plain'],
  ['text/plain; name="O1042.nc"', 'O1042.nc text/plain'],
  ['text/html; name="report.html"', 'report.html text/html'],
  ['text/plain\r\nContent-Disposition: inline; filename="servo.log"', 'servo.log text/plain'],
  ['text/plain\r\nContent-Disposition: attachment', '- text/plain'],
  ['text/plain\r\nContent-Disposition: inline', '- text/plain'],
  ['text/html\r\nContent-Disposition: inline', '- text/html'],
  ["text/plain\r\nContent-Disposition: inline; filename*=utf-8''%C5%9F.log", 'ş.log text/plain'],
  ['text/x-log; name="servo.log"', 'servo.log text/x-log'],
  ['text/csv; name="servo.csv"\r\nContent-Disposition: inline', 'servo.csv text/csv'],
  ['application/octet-stream; name="servo.log"', 'servo.log application/octet-stream'],
])('a part of the type %j below a text is a file', async (type, file) => {
  const log = part(`Content-Type: ${type}`)
  for (const body of [plain, multipart('alternative', plain, html)]) {
    const { text, files } = await read(multipart('mixed', body, log))
    expect({ text, files }).toEqual({ text: 'Log is attached', files: [file] })
  }
  expect(await read(multipart('mixed', html, log))).toEqual({
    text: undefined,
    html: '<p>Log is attached</p>',
    files: [file],
  })
})

test('a named text is a file wherever programs put it: alone, first, beside two forms of a text', async () => {
  const log = part('Content-Type: text/plain; name="servo.log"')
  const files = ['servo.log text/plain']
  expect(await read(multipart('mixed', log))).toMatchObject({ text: undefined, files })
  for (const mail of [
    multipart('mixed', log, plain),
    multipart('alternative', plain, html, log),
    multipart('alternative', plain, multipart('mixed', html, log)),
    multipart('related', html, log),
  ])
    expect((await read(mail)).files).toEqual(files)
})

test('the message of a mail stays its message, whatever its program says of it', async () => {
  const text = 'Log is attached'
  const inline = part('Content-Type: text/plain\r\nContent-Disposition: inline', text)
  const named = part('Content-Type: text/plain; name="message.txt"', text)
  const namedHtml = part('Content-Type: text/html; name="message.html"', `<p>${text}</p>`)
  for (const mail of [inline, named, multipart('mixed', inline, picture)])
    expect((await read(mail)).text).toBe(text)
  for (const mail of [
    multipart('alternative', named, namedHtml),
    multipart('related', namedHtml, picture),
  ])
    expect((await read(mail)).html).toContain(text)
})

test('texts between pictures are one message, in their order', async () => {
  const after = part('Content-Type: text/plain', 'What now?')
  expect(await read(multipart('mixed', plain, picture, after))).toEqual({
    text: 'Log is attached\nWhat now?',
    html: undefined,
    files: ['a.png image/png'],
  })
})

test('an attached mail is a file, with the text in it', async () => {
  const mail = part('Content-Type: message/rfc822', 'Subject: E12\r\n\r\nIt has stopped')
  expect(await read(multipart('mixed', plain, mail))).toMatchObject({
    text: 'Log is attached',
    files: ['- message/rfc822'],
  })
})
