import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Received, sampleMail, startMailServer } from '#testing/mail-server.ts'
import { type Mail, openMailer } from './mailer.ts'

const mailFrom = 'Tezgah <no-reply@tezgah.test>'

const invitation = (changes: Partial<Mail> = {}) => sampleMail(randomUUID(), changes)

const server = await startMailServer()
const mailerOf = (sender: string) => openMailer({ smtpUrl: server.url, mailFrom: sender, dataDir: '/nonexistent' })
const ours = mailerOf(mailFrom)
afterAll(async () => {
  ours.close()
  await server.stop()
})

/** What arrives of one mail, sent through a real server. */
async function arrivalOf(mail: Mail, mailer = ours): Promise<Received> {
  server.received.length = 0
  await mailer.send(mail)
  expect(server.received).toHaveLength(1)
  return server.received[0] as Received
}

const header = ({ email }: Received, key: string) => email.headers.filter(line => line.key === key).map(line => line.value)

describe('a mail that arrives', () => {
  test('goes to the one person it is for', async () => {
    expect((await arrivalOf(invitation())).to).toEqual(['ayse@musteri.test'])
  })

  test('says who wrote it, and sends bounces to MAIL_FROM', async () => {
    const { email, from } = await arrivalOf(invitation())
    expect(email.from).toEqual({ name: 'Demir Makine', address: 'destek@demir.test' })
    expect(from).toBe('no-reply@tezgah.test')
  })

  test('carries the same words as text and as HTML', async () => {
    const { email } = await arrivalOf(invitation())
    expect(email.text?.trim()).toBe('Merhaba Ayşe, ığüşöç İĞÜŞÖÇ')
    expect(email.html?.trim()).toBe('<p>Merhaba <b>Ayşe</b>, ığüşöç</p>')
  })

  test('has a Message-ID made of its id, so that a repeat can be told', async () => {
    expect((await arrivalOf(invitation({ id: 'ticket.1-a' }))).email.messageId).toBe('<ticket.1-a@tezgah.test>')
  })

  test('has a Message-ID in ASCII under a domain with Turkish letters', async () => {
    const mailer = mailerOf('destek@işmakine.test')
    onTestFinished(mailer.close)
    expect((await arrivalOf(invitation({ id: '1' }), mailer)).email.messageId).toBe('<1@xn--imakine-9pb.test>')
  })

  test('names its language', async () => {
    expect(header(await arrivalOf(invitation({ language: 'en' })), 'content-language')).toEqual(['en'])
  })

  test('asks for no automatic answers', async () => {
    expect(header(await arrivalOf(invitation()), 'auto-submitted')).toEqual(['auto-generated'])
  })

  test('is dated now', async () => {
    const { email } = await arrivalOf(invitation())
    expect(Math.abs(Date.now() - Date.parse(email.date ?? ''))).toBeLessThan(5_000)
  })

  test('does not advertise the software that made it', async () => {
    expect(header(await arrivalOf(invitation()), 'x-mailer')).toEqual([])
  })

  test('is plain ASCII in lines of at most 998 characters, which every server on the way takes', async () => {
    const { raw } = await arrivalOf(
      invitation({ text: 'ş'.repeat(3_000), html: `<p>${'long '.repeat(1_000)}</p>`, subject: 'ç'.repeat(500) }),
    )
    expect(raw.split('\r\n').filter(line => line.length > 998 || /[^\x20-\x7e\t]/.test(line))).toEqual([])
  })
})

describe('names and subjects come back as they were written', () => {
  const written = [
    ['Turkish', 'Şirketiniz İÇİN "yeni" ığdır çözümü'],
    ['long and Turkish', `${'Öğütücü değirmeni ıslık çalıyor, '.repeat(12)}son`],
    ['quotes and brackets', `"Ali" <ceo@bank.test>, 'x'; (y) \\ z`],
    ['marks of right-to-left writing', 'مرحبا \u200fAyşe\u200e \u202bשלום\u202c'],
    ['letters outside the first plane', '🔧 Torna 𝛼 👩‍🔧'.repeat(8)],
    ['a percent sign and a header', 'X%0d%0aBcc: a@b.test'],
  ] as const

  test.each(written)('%s in the subject', async (_, text) => {
    expect((await arrivalOf(invitation({ subject: text }))).email.subject).toBe(text)
  })

  test.each(written)('%s in a name', async (_, text) => {
    const { email } = await arrivalOf(invitation({ to: { name: text, address: 'ayse@musteri.test' } }))
    expect(email.to).toEqual([{ name: text, address: 'ayse@musteri.test' }])
  })
})

describe('nobody can write into the head of a mail', () => {
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\0\n', '\r\n\r\n', '\v', '\x85']

  test.each(breaks)('a line break %j in the subject is a blank', async lineBreak => {
    const arrived = await arrivalOf(invitation({ subject: `Merhaba${lineBreak}Bcc: kurban@baska.test` }))
    expect(arrived.email.subject).toBe('Merhaba Bcc: kurban@baska.test')
    expect(header(arrived, 'bcc')).toEqual([])
  })

  test.each(breaks)('a line break %j in a name is a blank', async lineBreak => {
    const arrived = await arrivalOf(
      invitation({ from: { name: `Demir${lineBreak}Reply-To: hirsiz@baska.test`, address: 'destek@demir.test' } }),
    )
    expect(arrived.email.from?.name).toBe('Demir Reply-To: hirsiz@baska.test')
    expect(header(arrived, 'reply-to')).toEqual([])
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
  ])('%j is not an address, and goes nowhere', async address => {
    server.attempts.length = 0
    await expect(ours.send(invitation({ to: { name: 'Ayşe', address } }))).rejects.toMatchObject({ name: 'MailRefused' })
    expect(server.attempts).toEqual([])
  })

  test('an encoded word in a subject or a name is not decoded', async () => {
    const hidden = '=?utf-8?Q?Merhaba=0D=0ABcc:_kurban@baska.test?='
    const { email } = await arrivalOf(invitation({ subject: hidden, to: { name: hidden, address: 'ayse@musteri.test' } }))
    expect(email.subject).toContain('Merhaba=0D=0A')
    expect(email.to?.[0]?.name).toContain('Merhaba=0D=0A')
  })

  test('an id that is no id goes nowhere', async () => {
    server.attempts.length = 0
    await expect(ours.send(invitation({ id: '1>\r\nBcc: a@b.test' }))).rejects.toMatchObject({ name: 'MailRefused' })
    expect(server.attempts).toEqual([])
  })
})

describe('settings that cannot work are refused at once', () => {
  test.each(['', 'nobody', 'a@b.test, c@d.test', 'A <a@b.test>\nBcc: c@d.test'])('MAIL_FROM %j', value => {
    expect(() => openMailer({ mailFrom: value, dataDir: '/nonexistent' })).toThrow('MAIL_FROM')
  })

  test.each(['', 'mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:mail.example.com'])('SMTP_URL %j', smtpUrl => {
    expect(() => openMailer({ smtpUrl, mailFrom, dataDir: '/nonexistent' })).toThrow('SMTP_URL')
  })
})
