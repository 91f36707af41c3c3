import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Received, sampleMail, startMailServer } from '#testing/servers/mail-server.ts'
import { type OutgoingMail, openMailer } from './mailer.ts'

const mailFrom = 'Tezgah <no-reply@tezgah.test>'

const invitation = (changes: Partial<OutgoingMail> = {}) => sampleMail(randomUUID(), changes)

const server = await startMailServer()
const mailerOf = (sender: string) =>
  openMailer({ smtpUrl: server.url, mailFrom: sender, dataDir: '/nonexistent' })
const ours = mailerOf(mailFrom)
afterAll(async () => {
  ours.close()
  await server.stop()
})

/** Sends one mail through a real server; returns what it received. */
async function deliver(mail: OutgoingMail, mailer = ours): Promise<Received> {
  server.received.length = 0
  await mailer.send(mail)
  expect(server.received).toHaveLength(1)
  return server.received[0] as Received
}

const header = ({ email }: Received, key: string) =>
  email.headers.filter(line => line.key === key).map(line => line.value)

describe('a delivered mail', () => {
  test('has one recipient', async () => {
    expect((await deliver(invitation())).to).toEqual(['ayse@musteri.test'])
  })

  test('names its sender, and bounces go to MAIL_FROM', async () => {
    const { email, from } = await deliver(invitation())
    expect(email.from).toEqual({ name: 'Demir Makine', address: 'destek@demir.test' })
    expect(from).toBe('no-reply@tezgah.test')
  })

  test('contains a text and an HTML part', async () => {
    const { email } = await deliver(invitation())
    expect(email.text?.trim()).toBe('Merhaba Ayşe, ığüşöç İĞÜŞÖÇ')
    expect(email.html?.trim()).toBe('<p>Merhaba <b>Ayşe</b>, ığüşöç</p>')
  })

  test('has a Message-ID made of its id', async () => {
    expect((await deliver(invitation({ id: 'ticket.1-a' }))).email.messageId).toBe(
      '<ticket.1-a@tezgah.test>',
    )
  })

  test('has a Message-ID in ASCII under a domain with Turkish letters', async () => {
    const mailer = mailerOf('destek@işmakine.test')
    onTestFinished(mailer.close)
    expect((await deliver(invitation({ id: '1' }), mailer)).email.messageId).toBe(
      '<1@xn--imakine-9pb.test>',
    )
  })

  test('names its language', async () => {
    expect(header(await deliver(invitation({ language: 'en' })), 'content-language')).toEqual([
      'en',
    ])
  })

  test('requests no automatic replies', async () => {
    expect(header(await deliver(invitation()), 'auto-submitted')).toEqual(['auto-generated'])
  })

  test('has the current date', async () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000 // the header has no fractions of seconds
    const date = Date.parse((await deliver(invitation())).email.date ?? '')
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now())
  })

  test('has no X-Mailer header', async () => {
    expect(header(await deliver(invitation()), 'x-mailer')).toEqual([])
  })

  test('is ASCII in lines of at most 998 characters (RFC 5322)', async () => {
    const { raw } = await deliver(
      invitation({
        text: 'ş'.repeat(3_000),
        html: `<p>${'long '.repeat(1_000)}</p>`,
        subject: 'ç'.repeat(500),
      }),
    )
    expect(
      raw.split('\r\n').filter(line => line.length > 998 || /[^\x20-\x7e\t]/.test(line)),
    ).toEqual([])
  })
})

describe('names and subjects are delivered unchanged', () => {
  const written = [
    ['Turkish', 'Şirketiniz İÇİN "yeni" ığdır çözümü'],
    ['long and Turkish', `${'Öğütücü değirmeni ıslık çalıyor, '.repeat(12)}son`],
    ['quotes and brackets', `"Ali" <ceo@bank.test>, 'x'; (y) \\ z`],
    ['marks of right-to-left writing', 'مرحبا \u200fAyşe\u200e \u202bשלום\u202c'],
    ['letters outside the first plane', '🔧 Torna 𝛼 👩‍🔧'.repeat(8)],
    ['a percent sign and a header', 'X%0d%0aBcc: a@b.test'],
  ] as const

  test.each(written)('%s in the subject', async (_, text) => {
    expect((await deliver(invitation({ subject: text }))).email.subject).toBe(text)
  })

  test.each(written)('%s in a name', async (_, text) => {
    const { email } = await deliver(
      invitation({ to: { name: text, address: 'ayse@musteri.test' } }),
    )
    expect(email.to).toEqual([{ name: text, address: 'ayse@musteri.test' }])
  })
})

describe('input cannot inject headers into a mail', () => {
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\0\n', '\r\n\r\n', '\v', '\x85']

  test.each(breaks)('a line break %j in the subject becomes a space', async lineBreak => {
    const delivered = await deliver(
      invitation({ subject: `Merhaba${lineBreak}Bcc: kurban@baska.test` }),
    )
    expect(delivered.email.subject).toBe('Merhaba Bcc: kurban@baska.test')
    expect(header(delivered, 'bcc')).toEqual([])
  })

  test.each(breaks)('a line break %j in a name becomes a space', async lineBreak => {
    const delivered = await deliver(
      invitation({
        from: {
          name: `Demir${lineBreak}Reply-To: hirsiz@baska.test`,
          address: 'destek@demir.test',
        },
      }),
    )
    expect(delivered.email.from?.name).toBe('Demir Reply-To: hirsiz@baska.test')
    expect(header(delivered, 'reply-to')).toEqual([])
  })

  test.each([
    'ayse@musteri.test\r\nBcc: kurban@baska.test',
    'ayse@musteri.test, kurban@baska.test',
    'ayse@musteri.test;kurban@baska.test',
    'ayse@musteri.test> <kurban@baska.test',
    '"ayse@musteri.test" <kurban@baska.test>',
    'ayse@musteri.test@baska.test',
    'ay\u202ese@musteri.test',
    'ayse',
    '',
    `${'a'.repeat(250)}@b.test`,
  ])('a mail to the invalid address %j is not sent', async address => {
    server.attempts.length = 0
    await expect(ours.send(invitation({ to: { name: 'Ayşe', address } }))).rejects.toMatchObject({
      name: 'MailRefused',
    })
    expect(server.attempts).toEqual([])
  })

  test('an encoded word in a subject or a name is not decoded', async () => {
    const hidden = '=?utf-8?Q?Merhaba=0D=0ABcc:_kurban@baska.test?='
    const { email } = await deliver(
      invitation({ subject: hidden, to: { name: hidden, address: 'ayse@musteri.test' } }),
    )
    expect(email.subject).toContain('Merhaba=0D=0A')
    expect(email.to?.[0]?.name).toContain('Merhaba=0D=0A')
  })

  test('a mail with an invalid id is not sent', async () => {
    server.attempts.length = 0
    await expect(ours.send(invitation({ id: '1>\r\nBcc: a@b.test' }))).rejects.toMatchObject({
      name: 'MailRefused',
    })
    expect(server.attempts).toEqual([])
  })
})

describe('invalid settings are refused at the start', () => {
  test.each(['', 'no-address', 'a@b.test, c@d.test', 'A <a@b.test>\nBcc: c@d.test'])(
    'MAIL_FROM %j',
    value => {
      expect(() => openMailer({ mailFrom: value, dataDir: '/nonexistent' })).toThrow('MAIL_FROM')
    },
  )

  test.each([
    '',
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp:mail.example.com',
  ])('SMTP_URL %j', smtpUrl => {
    expect(() => openMailer({ smtpUrl, mailFrom, dataDir: '/nonexistent' })).toThrow('SMTP_URL')
  })
})
