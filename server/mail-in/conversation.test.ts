import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  deliveryReport,
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
  trustedHost,
} from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'

// A customer who works by mail only.

const portal = await openPortal({
  ...mailInSettings,
  NOTIFY_DELAY: '0s',
  MAIL_FROM: `destek@${mailInDomain}`,
})
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { send, sendRaw, settled } = incomingMailsIn(portal)
const { as, owner } = portal

const answer = async (at: { staff: Person; ticketId: string }, contents: string) => {
  const { status } = await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents },
  })
  expect(status).toBe(200)
  await waitForReactions(owner)
}
const mailTo = async ({ email }: { email: string }, count: number) => {
  await expect.poll(async () => (await mails.to(email)).length).toBe(count)
  return (await mails.to(email)).at(-1)
}

test('a customer replies to the mail about an answer, and the next answer comes in the same thread', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Yağı değiştirin.')
  const first = await mailTo(at.member, 1)
  const to = first?.replyTo?.[0]?.address ?? ''
  expect(to).toMatch(new RegExp(`^reply\\+[a-z2-7]{26}@${mailInDomain}$`))
  const messageId = '<degistirdim.1@musteri.test>'
  await send(at.member, to, {
    messageId,
    text: 'Değiştirdim, düzeldi.',
    inReplyTo: first?.messageId,
    subject: `Re: ${first?.subject}`,
  })
  await settled(at, 1)
  await answer(at, 'İyi çalışmalar.')
  const second = await mailTo(at.member, 2)
  expect([second?.replyTo?.[0]?.address, second?.subject]).toEqual([to, first?.subject])
  expect([second?.references, second?.inReplyTo]).toEqual([
    `${first?.references} ${messageId}`,
    messageId,
  ])
  const { body } = await as(at.member).call(routes.tickets.getOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
  })
  expect(body.conversation.map(({ message }) => message).slice(-3)).toEqual([
    'Yağı değiştirin.',
    'Değiştirdim, düzeldi.',
    'İyi çalışmalar.',
  ])
})

test('the answer to a ticket that was opened by mail is in the thread of that mail', async () => {
  const at = await fixtures.company()
  const messageId = '<ariza.7@musteri.test>'
  await send(at.member, `${at.domain}@${mailInDomain}`, {
    messageId,
    subject: 'Pres durdu',
    text: 'Yağ akıyor.',
  })
  const [mail] = await settled(at, 1)
  await answer({ ...at, ticketId: mail?.ticketId ?? '' }, 'Vanayı kapatın.')
  // after the confirmation
  expect(await mailTo(at.member, 2)).toMatchObject({ inReplyTo: messageId })
})

test('a forged Message-ID with line breaks or spaces is not referred to', async () => {
  const at = await fixtures.ticket()
  const to = (await mailTo(at.staff, 1))?.replyTo?.[0]?.address ?? ''
  await sendRaw(
    `From: ${at.staff.email}\r\nTo: ${to}\r\nAuthentication-Results: ${trustedHost}; dmarc=pass header.from=tezgah.test\r\nMessage-ID: <a b@x> <ç@x>\r\nSubject: x\r\n\r\nTamam`,
    to,
    at.staff.email,
  )
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  const mail = await mailTo(at.member, 1)
  expect(mail?.references).toMatch(/^<[^\s<>]+>$/)
})

test('who answers a mail has read what it told, and finds nothing unread at the bell', async () => {
  const at = await fixtures.ticket()
  const mail = await mailTo(at.staff, 1)
  const unread = async () => (await as(at.staff).call(routes.notifications.list)).body.unread
  expect(await unread()).toBe(1)
  await send(at.staff, mail?.replyTo?.[0]?.address ?? '', { text: 'Yağı değiştirin.' })
  await settled(at, 1)
  await waitForReactions(owner)
  expect(await unread()).toBe(0)
})

test('each recipient of a ticket has a reply address of their own, at which nobody else writes in their name', async () => {
  const at = await fixtures.ticket()
  const to = (await mailTo(at.staff, 1))?.replyTo?.[0]?.address ?? ''
  await answer(at, 'Yağı değiştirin.')
  expect((await mailTo(at.member, 1))?.replyTo?.[0]?.address).not.toBe(to)
  await send(at.member, to, { text: 'Ben Ayşe değilim.' })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', userId: at.member.userId }])
})

test('a mail that comes back ends the mails to its recipient, until they write', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Yağı değiştirin.')
  const to = (await mailTo(at.member, 1))?.replyTo?.[0]?.address ?? ''
  await sendRaw(deliveryReport(at.member.email, '5.1.1'), to, '')
  expect(await settled(at, 1)).toMatchObject([{ state: 'bounced' }])
  await answer(at, 'Duydunuz mu?')
  const { body } = await as(at.member).call(routes.notifications.list)
  expect(body.notifications.map(({ isRead }) => isRead)).toEqual([false, false])
  expect(await mails.to(at.member.email)).toHaveLength(1)
  expect((await as(at.member).call(routes.notifications.preferences)).body.undeliverable).toBe(true)
  await send(at.member, to, { text: 'Posta kutum doluydu.' })
  await settled(at, 2)
  await answer(at, 'Tamam.')
  await mailTo(at.member, 2)
})

test('a user whose mails came back asks for them again in the settings', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Yağı değiştirin.')
  const to = (await mailTo(at.member, 1))?.replyTo?.[0]?.address ?? ''
  await sendRaw(deliveryReport(at.member.email, '5.1.1'), to, '')
  await settled(at, 1)
  expect((await as(at.member).call(routes.notifications.preferences)).body.undeliverable).toBe(true)
  expect((await as(at.member).call(routes.notifications.resumeMails)).body.undeliverable).toBe(
    false,
  )
  await answer(at, 'Tamam mı?')
  await mailTo(at.member, 2)
})
