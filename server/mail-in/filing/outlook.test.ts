import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { createPicture } from '#testing/pictures.ts'
import { openPortal } from '#testing/portal.ts'

// A customer with Outlook on a phone, which quotes the portal's mails
// without marks, below headers as those of a forwarded mail.

const portal = await openPortal({ ...mailInSettings, NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { send, settled } = incomingMailsIn(portal)
const mails = mailsIn(portal)
const { as } = portal

const content = await createPicture({ width: 300, height: 200 })
const question = 'Merhaba,\n\n1. Fişi yerinde mi?\n2. Hangi bölge kırmızı?\n\nAyşe Yılmaz'

/** A ticket whose customer has a mail with the team's question. */
async function askedByMail() {
  const at = await fixtures.ticket()
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: question },
  })
  const [mail] = await mails.to(at.member.email)
  return { ...at, mail }
}
type At = Awaited<ReturnType<typeof askedByMail>>

const outlookQuote = (mail: Email | undefined, text = mail?.text ?? '') => `

iOS için Outlook’u edinin<https://aka.ms/o0ukef>

________________________________
Gönderen: Satıcı <${mail?.from?.address}>
Gönderme Zamanı: 27 Kasım 2026 Cuma 22:04:11
Kime: Işıl Yılmaz <${mail?.to?.[0]?.address}>
Konu: ${mail?.subject}

${text}`

const reply = (at: At, text: string, options: object = {}) =>
  send(at.member, at.mail?.replyTo?.[0]?.address ?? '', {
    subject: `Ynt: ${at.mail?.subject}`,
    text,
    inReplyTo: at.mail?.messageId ?? '',
    references: at.mail?.messageId ?? '',
    ...options,
  })

const conversation = async ({ staff, ticketId }: At) =>
  (await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })).body.conversation

test('a photo without a text is a message with the photo alone, and nobody gets the links of its author', async () => {
  const at = await askedByMail()
  expect(at.mail?.text).toContain('/unsubscribe?token=')
  const attachments = [{ filename: 'IMG_4420.jpg', content }]
  await reply(at, outlookQuote(at.mail), { attachments })
  await settled(at, 1)
  const message = (await conversation(at)).at(-1)
  expect(message?.message).toBe('IMG_4420.jpg')
  const { body } = await as(at.staff).call(routes.tickets.mailOfMessage, {
    params: { ticket: at.ticketId, message: message?._id ?? '' },
  })
  expect(body.text).toContain('2. Hangi bölge kırmızı?')
  expect(body.text).toContain('/unsubscribe')
  expect(body.text).not.toContain('token')
})

test('a reply of the line of the app alone is no message, and is held as empty', async () => {
  const at = await askedByMail()
  await reply(at, outlookQuote(at.mail))
  expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'empty' }])
})

test("answers that are written into the portal's mail are a message, below their questions", async () => {
  const at = await askedByMail()
  const answered = at.mail?.text?.replace('yerinde mi?', 'yerinde mi? EVET')
  await reply(at, `Aşağıda yazdım.${outlookQuote(at.mail, answered)}`)
  await settled(at, 1)
  const both = answered?.replace('kırmızı?', 'kırmızı? ÜÇ')
  await reply(at, outlookQuote(at.mail, both), { messageId: '<ikinci@musteri.test>' })
  await settled(at, 2)
  expect((await conversation(at)).slice(-2).map(({ message }) => message)).toEqual([
    'Aşağıda yazdım.\n\n> 1. Fişi yerinde mi?\nEVET',
    '> 2. Hangi bölge kırmızı?\nÜÇ',
  ])
})

test('a mail that forwards what someone else wrote is a message with that text', async () => {
  const at = await askedByMail()
  const forwarded = { from: { address: 'usta@musteri.test' }, to: at.mail?.to, subject: 'Pres' }
  await send(at.member, at.mail?.replyTo?.[0]?.address ?? '', {
    subject: 'İlt: Pres',
    text: outlookQuote(forwarded as Email, 'Fiş yerinde.'),
  })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)?.message).toMatch(/^Gönderen: .*Fiş yerinde\.$/s)
})

test("the place that a picture has in Outlook's text is no text of the message", async () => {
  const at = await askedByMail()
  await reply(at, `Ekranda:\n[image0.jpeg]\n[cid:1234]${outlookQuote(at.mail)}`, {
    attachments: [{ filename: 'image0.jpeg', content }],
  })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)).toMatchObject({
    message: 'Ekranda:',
    files: [{ fileName: 'image0.jpeg' }],
  })
})

test.each([
  [
    'reaction',
    (mail?: Email) => ({
      text: `[https://res.cdn.office.net/like.png] Işıl Yılmaz iletinize tepki verdi:${outlookQuote(mail)}`,
    }),
  ],
  [
    'reaction',
    () => ({
      text: '',
      html: '<p>Callum Reid hat auf Ihre Nachricht reagiert:</p><p>👍</p>',
    }),
  ],
  [
    'reaction',
    () => ({
      text: '👍',
      alternatives: [{ contentType: 'text/vnd.google.email-reaction+json', content: '{}' }],
    }),
  ],
  [
    'calendarResponse',
    () => ({
      subject: 'Kabul Edildi: Servis ziyareti',
      text: '\n',
      icalEvent: { method: 'REPLY', content: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR' },
    }),
  ],
] as const)('a %s is no message, and does not reopen a closed ticket', async (reason, options) => {
  const at = await askedByMail()
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { status: 'closed' },
  })
  await reply(at, '', options(at.mail))
  expect(await settled(at, 1)).toMatchObject([{ state: 'automatic', reason }])
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  expect(body.status).toBe('closed')
})

test('an invitation is accepted with a text, which is a message', async () => {
  const at = await askedByMail()
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR'
  await reply(at, 'Saat 10 uygun.', { icalEvent: { method: 'REPLY', content } })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)?.message).toBe('Saat 10 uygun.')
})

test('an invitation without a text is a message with its subject, and with its date as a file', async () => {
  const at = await askedByMail()
  await reply(at, '', {
    subject: 'Ynt: Servis ziyareti',
    icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR' },
  })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)).toMatchObject({
    message: 'Servis ziyareti',
    files: [{ fileType: 'text/calendar' }, { fileName: 'invite.ics' }],
  })
})

test("the portal's mails ask Outlook for no reactions", async () => {
  const { mail } = await askedByMail()
  expect(mail?.headers.find(({ key }) => key === 'x-ms-reactions')?.value).toBe('disallow')
})

test('a colleague who replies to all writes as themselves, and only with a seat in the company', async () => {
  const at = await askedByMail()
  const colleague = await fixtures.person(at, 'customer', 'Barış')
  const { member: neighbour } = await fixtures.company(at)
  const to = at.mail?.replyTo?.[0]?.address ?? ''
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  await send(colleague, to, { text: 'Ölçtüm, uç kopuk.' })
  await settled(at, 1)
  await send(neighbour, to, { text: 'Ben de.' })
  await settled(at, 2)
  await send(at.admin, to, { text: 'Aramızda kalsın.' })
  expect((await settled(at, 3)).map(({ state, reason }) => [state, reason])).toEqual([
    ['filed', null],
    ['held', 'otherSender'],
    ['held', 'otherSender'],
  ])
  expect((await conversation(at)).at(-1)).toMatchObject({
    message: 'Ölçtüm, uç kopuk.',
    user: colleague.userId,
    byMail: true,
  })
})

test('what a colleague wrote to others is no message when someone sends it on to a reply address', async () => {
  const at = await askedByMail()
  const colleague = await fixtures.person(at, 'customer', 'Barış')
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  const to = at.mail?.replyTo?.[0]?.address ?? ''
  const envelope = { from: colleague.email, to }
  await send(colleague, at.member.email, { text: 'Aramızda: çok pahalı.', envelope })
  expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'otherSender' }])
})

test('a colleague whose mail is not authentic is not believed', async () => {
  const at = await askedByMail()
  const colleague = await fixtures.person(at, 'customer', 'Barış')
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  await send(colleague, at.mail?.replyTo?.[0]?.address ?? '', {
    headers: { 'Authentication-Results': 'mx.tezgah.test; dmarc=fail' },
  })
  expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'notAuthentic' }])
})
