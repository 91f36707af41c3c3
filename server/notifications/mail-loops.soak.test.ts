import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'

// Programs that answer every mail, and people who write by mail only.

const settings = {
  ...mailInSettings,
  LIMIT_FACTOR: '1',
  NOTIFY_DELAY: '0s',
  MAIL_FROM: `destek@${mailInDomain}`,
}
const portal = await openPortal(settings)
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { send, settled, replyAddress } = incomingMailsIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const answer = (at: Fixture, contents: string) =>
  as(at.staff).call(routes.tickets.reply, { params: { ticket: at.ticketId }, body: { contents } })
const mailsTo = async ({ email }: Person) =>
  (await mails.all()).filter(({ to }) => to?.[0]?.address === email)
const messagesByMail = async ({ vendorId }: Fixture) =>
  (await owner.query('select from message_mails where vendor_id = $1', [vendorId])).rowCount ?? 0

async function allSent() {
  await waitForReactions(owner)
  await expect.poll(async () => (await owner.query('select from mails')).rowCount).toBe(0)
}

/** Answers each mail to these people at once, as programs do that do
 * not say what they are; ends when no mail is left, or after `max`. */
async function answerEveryMail(at: Fixture, people: Person[], max: number) {
  const answered = new Set<string>()
  for (;;) {
    await allSent()
    const before = answered.size
    for (const person of people)
      for (const { messageId = '', replyTo, subject } of await mailsTo(person)) {
        if (answered.has(messageId)) continue
        answered.add(messageId)
        await send(person, replyTo?.[0]?.address ?? '', {
          subject: `Re: ${subject}`,
          text: 'Mesajınız bize ulaştı.',
          inReplyTo: messageId,
        })
        await settled(at, answered.size)
      }
    if (answered.size === before || answered.size >= max) return
  }
}

test('two programs that answer each other on a ticket end after ten mails, and the bell has what was not mailed', async () => {
  const at = await fixtures.ticket()
  await allSent()
  await answerEveryMail(at, [at.member, at.staff], 40)
  const sent = [...(await mailsTo(at.member)), ...(await mailsTo(at.staff))].length
  expect((await messagesByMail(at)) + sent).toBeGreaterThan(4)
  expect((await messagesByMail(at)) + sent).toBeLessThanOrEqual(10)
  const { body } = await as(at.member).call(routes.tickets.getOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
  })
  const last = body.conversation.at(-1)
  const reader = last?.isStaff ? at.member : at.staff
  expect((await as(reader).call(routes.notifications.list)).body.notifications[0]?.message).toBe(
    last?._id,
  )
  // Once a person writes in the portal, mails go on.
  const before = (await mailsTo(at.member)).length
  await answer(at, 'Yarın geliyoruz.')
  await allSent()
  expect(await mailsTo(at.member)).toHaveLength(before + 1)
}, 240_000)

test('a conversation of twenty mails in an hour goes on', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Hangi alarm?')
  await allSent()
  for (let number = 1; number <= 20; number++) {
    await letTimePass(at, 170)
    const [writer, reader] = number % 2 ? [at.member, at.staff] : [at.staff, at.member]
    const before = (await mailsTo(reader)).length
    await send(writer, await replyAddress(at, writer), { text: `Mesaj ${number}` })
    await settled(at, number)
    await allSent()
    const received = await mailsTo(reader)
    expect(received).toHaveLength(before + 1)
    expect(received.at(-1)?.text).toContain(`Mesaj ${number}`)
  }
}, 240_000)

const letTimePass = ({ ticketId }: Fixture, seconds: number) =>
  owner.query(
    'update messages set date_added = date_added - make_interval(secs => $2) where ticket_id = $1',
    [ticketId, seconds],
  )

test('an address gets four automatic answers in an hour, whatever their subject', async () => {
  const at = await fixtures.ticket()
  for (const status of ['closed', 'archived'] as const)
    await as(at.staff).call(routes.tickets.change, {
      params: { ticket: at.ticketId },
      body: { status },
    })
  const to = await replyAddress(at, at.member)
  for (let number = 1; number <= 12; number++) {
    await send(at.member, to, { subject: `Re: Konu ${number}` })
    await settled(at, number)
  }
  const reasons = (await settled(at, 12)).map(({ state, reason }) => `${state} ${reason}`)
  expect(reasons).toEqual([
    ...Array(4).fill('answered ticketArchived'),
    ...Array(8).fill('held tooManyAnswers'),
  ])
  await allSent()
  expect(
    (await mailsTo(at.member)).filter(({ subject }) => subject?.includes('Konu')),
  ).toHaveLength(4)
}, 240_000)
