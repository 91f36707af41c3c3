import { expect, test } from 'vitest'
import { MailUnreadable, parseMail } from './parse-mail.ts'
import { signedContent } from './signed-content.ts'

// Mails of S/MIME (RFC 8551) whose text is within their signature, as Outlook can send them.

const inner = 'Content-Type: text/plain; charset=utf-8\r\n\r\nMakine durdu, ığüşöç.\r\n'

/** An element of DER, or of BER with an indefinite length. */
function element(tag: number, ...content: Uint8Array[]) {
  const value = Buffer.concat(content)
  const digits = Buffer.from(value.length.toString(16).padStart(8, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x84]), digits, value])
}
const indefinite = (tag: number, ...content: Uint8Array[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])])
const type = (last: number) =>
  element(6, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, last]))

const [data, signed, enveloped] = [1, 2, 3].map(type) as [Buffer, Buffer, Buffer]
const version = element(2, Buffer.from([1]))

function sign(content: string | Buffer, { stream = false, contentType = signed } = {}) {
  const wrap = stream ? indefinite : element
  const bytes = Buffer.from(content)
  const octets = stream
    ? indefinite(
        0x24,
        ...Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
          element(4, bytes.subarray(7 * at, 7 * at + 7)),
        ),
      )
    : element(4, bytes)
  const content0 = wrap(0x30, data, wrap(0xa0, octets))
  return wrap(
    0x30,
    contentType,
    wrap(0xa0, wrap(0x30, version, element(0x31), content0, element(0x31))),
  )
}

const partOf = (bytes: Buffer, header = 'application/pkcs7-mime; smime-type=signed-data') =>
  `Content-Type: ${header}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`
const named = (name: string) =>
  `application/pkcs7-mime; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`
const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map(part => `--b\r\n${part}\r\n`).join('')}--b--\r\n`

async function read(mail: string) {
  const { text, attachments } = await parseMail(Buffer.from(`Subject: Pres\r\n${mail}`))
  return { text: text?.trim(), files: attachments.map(({ filename }) => filename) }
}

test.each([
  ['DER', partOf(sign(inner))],
  ['BER in pieces', partOf(sign(inner, { stream: true }))],
  ['its usual name', partOf(sign(inner), named('smime.p7m'))],
  ['an older type', partOf(sign(inner), 'application/x-pkcs7-mime; name=smime.p7m')],
  ['no type', partOf(sign(inner), 'application/octet-stream; name=smime.p7m')],
  ['a text without a header', partOf(sign('Makine durdu, ığüşöç.\r\n'))],
  ['a second signature', partOf(sign(partOf(sign(inner))))],
])('a signed mail shows its text: %s', async (_, mail) => {
  expect(await read(mail)).toEqual({ text: 'Makine durdu, ığüşöç.', files: [] })
})

test('a signed mail has its files, also below the line of a list', async () => {
  const log = 'Content-Type: text/plain; name=servo.log\r\n\r\naxis 1'
  const list = 'Content-Type: text/plain\r\n\r\nListe'
  const signedPart = partOf(sign(mixed(inner, log)), named('smime.p7m'))
  expect(await read(mixed(signedPart, list))).toEqual({
    text: expect.stringMatching(/^Makine durdu, ığüşöç\.\s+Liste$/),
    files: ['servo.log'],
  })
})

test.each([
  ['an encrypted mail', sign(inner, { contentType: enveloped }), 'smime.p7m'],
  ['a signed document', sign('%PDF-1.7 text'), 'contract.pdf.p7m'],
  ['a signed document of text', sign(inner), 'contract.eml.p7m'],
  ['a signature that is damaged', sign(inner).subarray(0, 60), 'smime.p7m'],
  ['what is no signature', Buffer.from('axis 1'), 'smime.p7m'],
])('%s is a file, and no text', async (_, bytes, name) => {
  expect(await read(mixed(partOf(bytes, named(name))))).toEqual({ text: undefined, files: [name] })
})

test('a signature in which any byte is damaged makes no mail unreadable', async () => {
  const bytes = sign(inner)
  for (const at of bytes.keys())
    for (const value of [0x03, 0x09, 0x1c, 0x1e, 0x80, 0x84, 0xff]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = value
      expect(() => signedContent(damaged)).not.toThrow()
    }
})

// Security: T7
test('signed mails have the limits of all mails, and no more than three are within each other', async () => {
  const lines = inner + '\n'.repeat(600_000)
  await expect(read(partOf(sign(lines)))).rejects.toThrow(MailUnreadable)
  const parts = mixed(...Array.from({ length: 1_500 }, () => '\r\n'))
  const twice = mixed(partOf(sign(parts)), partOf(sign(parts)))
  await expect(read(twice)).rejects.toThrow(MailUnreadable)
  let mail = inner
  for (let level = 0; level < 5; level++) mail = partOf(sign(mail), named('smime.p7m'))
  expect(await read(mail)).toEqual({ text: undefined, files: ['smime.p7m'] })
})
