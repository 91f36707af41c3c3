import { expect, test } from 'vitest'
import { countedSender, parseMail, readHeaders, readMessageId } from './parse-mail.ts'

// Turkish mails, whatever charset they declare.

const text = 'Şişli’de ığdır İÇİN Ğöğüs çöktü'
const codes: Record<string, number> = {
  Ş: 0xde,
  ş: 0xfe,
  Ğ: 0xd0,
  ğ: 0xf0,
  İ: 0xdd,
  ı: 0xfd,
  '’': 0x92,
}
// windows-1254
const turkish = Buffer.from([...text].map(letter => codes[letter] ?? letter.charCodeAt(0)))
const utf8 = Buffer.from(text)

type Encoding = '8bit' | 'quoted-printable' | 'base64'
const encode: Record<Encoding, (bytes: Buffer) => Buffer> = {
  '8bit': bytes => bytes,
  'quoted-printable': bytes => Buffer.from(quotedPrintable(bytes)),
  base64: bytes => Buffer.from(bytes.toString('base64')),
}
const quotedPrintable = (bytes: Buffer) =>
  bytes.toString('hex').replace(/../g, byte => `=${byte.toUpperCase()}`)

const charsets: [string, string, Buffer][] = [
  ['windows-1254', '; charset=windows-1254', turkish],
  ['iso-8859-9', '; charset=iso-8859-9', turkish],
  ['utf-8', '; charset=utf-8', utf8],
  ['no charset in windows-1254', '', turkish],
  ['no charset in UTF-8', '', utf8],
  ['windows-1254 labelled as latin1', '; charset="ISO-8859-1"', turkish],
  ['windows-1254 labelled as ASCII', '; charset=us-ascii', turkish],
  ['windows-1254 labelled as UTF-8', '; charset=utf-8', turkish],
  ['windows-1254 labelled as GBK', '; charset=gbk', Buffer.concat([turkish, Buffer.from([0xff])])],
  ['windows-1254 with an unknown charset', '; charset=x-unknown', turkish],
  ['UTF-8 labelled as latin1', '; charset=iso-8859-1', utf8],
  [
    'UTF-8 that is cut within a letter',
    '; charset=utf-8',
    Buffer.concat([utf8, Buffer.from([0xc4])]),
  ],
]
const forms = charsets.flatMap(([name, parameter, bytes]) =>
  (Object.keys(encode) as Encoding[]).map(encoding => ({ name, encoding, parameter, bytes })),
)

test.each(forms)(
  'text of $name as $encoding is readable',
  async ({ parameter, encoding, bytes }) => {
    for (const type of ['plain', 'html']) {
      const header = `Content-Type: text/${type}${parameter}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
      const { text: plain, html } = await parseMail(
        Buffer.concat([Buffer.from(header), encode[encoding](bytes)]),
      )
      expect((plain ?? html ?? '').trim().replace(/[\ufffdÿ]$/, '')).toBe(text)
    }
  },
)

test('each part has its own charset', async () => {
  const part = (charset: string, bytes: Buffer) => [
    Buffer.from(
      `--b\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]
  const raw = [
    Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n\r\n'),
    ...part('utf-8', utf8),
    ...part('utf-8', turkish),
  ]
  const email = await parseMail(
    Buffer.concat([...raw, ...part('iso-8859-9', turkish), Buffer.from('--b--\r\n')]),
  )
  expect(email.text?.split('\n').filter(Boolean)).toEqual([text, text, text])
})

test('text of other languages keeps its charset', async () => {
  const russian = Buffer.from([0xd0, 0xc1, 0xd2, 0xc1]) // KOI8-R
  const email = await parseMail(
    Buffer.concat([Buffer.from('Content-Type: text/plain; charset=koi8-r\r\n\r\n'), russian]),
  )
  expect(email.text?.trim()).toBe('пара')
})

test.each([
  ['raw windows-1254', turkish],
  ['raw UTF-8', utf8],
  ['encoded iso-8859-9', Buffer.from(`=?iso-8859-9?B?${turkish.toString('base64')}?=`)],
  [
    'encoded windows-1254 labelled as latin1',
    Buffer.from(`=?iso-8859-1?Q?${quotedPrintable(turkish)}?=`),
  ],
  [
    'encoded windows-1254 labelled as UTF-8',
    Buffer.from(`=?utf-8?Q?${quotedPrintable(turkish)}?=`),
  ],
])('a subject in %s is readable', async (_, subject) => {
  expect(
    (
      await parseMail(
        Buffer.concat([Buffer.from('Subject: '), subject, Buffer.from('\r\n\r\nmerhaba')]),
      )
    ).subject,
  ).toBe(text)
})

test('the name of an attachment in windows-1254 is readable', async () => {
  const header = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: application/pdf',
    '',
  ].join('\r\n')
  const name = [
    Buffer.from('Content-Disposition: attachment; filename="'),
    turkish,
    Buffer.from('.pdf"\r\n\r\n%PDF\r\n--b--\r\n'),
  ]
  const { attachments } = await parseMail(Buffer.concat([Buffer.from(header), ...name]))
  expect(attachments.map(({ filename }) => filename)).toEqual([`${text}.pdf`])
})

test.each(['\r\n', '\n'])('a Message-ID in the text of a mail is not its own: %j', lineBreak => {
  const mail = (...lines: string[]) => Buffer.from(lines.join(lineBreak))
  expect(readMessageId(mail('Subject: x', '', 'Message-ID: <a@b.example>', ''))).toBe(null)
  expect(readMessageId(mail('Subject: x', 'Message-ID: <a@b.example>', '', 'x'))).toBe(
    '<a@b.example>',
  )
})

test.each(['Usta@Ölçüm.test', 'usta@xn--lm-4ia2d6a.test.', 'USTA@ÖLÇÜM.TEST'])(
  'mails of one sender count together, whatever the spelling of the address: %s',
  async spelling => {
    const headers = await readHeaders(Buffer.from(`From: Usta <${spelling}>\r\n\r\nmerhaba`))
    expect([countedSender(headers, ''), countedSender(headers, spelling)]).toEqual([
      'usta@xn--lm-4ia2d6a.test',
      'usta@xn--lm-4ia2d6a.test',
    ])
  },
)
