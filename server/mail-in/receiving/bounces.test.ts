import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  deliveryReport,
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
} from '#testing/incoming-mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { waitFor } from '#testing/wait-for.ts'
import { receiveWithoutEnvelope } from './receive.ts'

// Mails that come back to MAIL_FROM, which is no address of
// MAIL_IN_URL's domain, and mails that the mail server refuses at once.

const mailFrom = 'no-reply@gonderen.test'
const refused = new Set<string>()
const server = await startMailServer({
  recipient: address => {
    if (refused.has(address)) throw reply(550, '5.1.1 no such user here')
  },
})
afterAll(server.stop)
const portal = await openPortal({
  ...mailInSettings,
  MAIL_FROM: mailFrom,
  SMTP_URL: server.url,
  NOTIFY_DELAY: '0s',
})
const fixtures = fixturesIn(portal)
const { replyAddress, send, sendRaw, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal

test('a mail that comes back to MAIL_FROM marks its reader, whom the lists of users show so', async () => {
  const at = await fixtures.ticket()
  expect(await marked(at)).toEqual({ member: false, staff: false })
  const header = `To: ${at.member.email}\r\nReply-To: Destek <${await replyAddress(at, at.member)}>`
  await sendRaw(deliveryReport(at.member.email, '5.1.1', header), mailFrom, '')
  expect(await settled(at, 1)).toMatchObject([
    { state: 'bounced', userId: at.member.userId, ticketId: at.ticketId },
  ])
  expect(await marked(at)).toEqual({ member: true, staff: false })
  await sendRaw(
    deliveryReport(at.staff.email, '5.1.1', `Reply-To: ${await replyAddress(at, at.staff)}`),
    mailFrom.toUpperCase(),
    '',
  )
  await settled(at, 2)
  expect(await marked(at)).toEqual({ member: true, staff: true })
})

test('a mail that comes back to a mailbox read by IMAP marks its reader', async () => {
  const at = await fixtures.ticket()
  const report = deliveryReport(
    at.member.email,
    '5.1.1',
    `Reply-To: ${await replyAddress(at, at.member)}`,
  )
  expect(
    await receiveWithoutEnvelope(
      { ...platform, mailInCounts: { accepted: 0, refused: 0 } },
      Buffer.from(`To: ${mailFrom}\r\n${report}`),
    ),
  ).toBe(1)
  await settled(at, 1)
  expect(await marked(at)).toEqual({ member: true, staff: false })
})

test("a mail that comes back to the vendor's own address marks its reader, and opens no ticket", async () => {
  const at = await fixtures.ticket()
  const header = `Reply-To: ${await replyAddress(at, at.member)}`
  await sendRaw(
    deliveryReport(at.member.email, '5.1.1', header),
    `${at.domain}@${mailInDomain}`,
    '',
  )
  expect(await settled(at, 1)).toMatchObject([{ state: 'bounced' }])
  expect(await marked(at)).toEqual({ member: true, staff: false })
})

test('a report with a made-up reply address, of another reader, or of no mail of ours marks no one', async () => {
  const at = await fixtures.ticket()
  const unknown = `reply+${'a'.repeat(26)}@${mailInDomain}`
  await expect(
    sendRaw(deliveryReport(at.member.email, '5.1.1', `Reply-To: ${unknown}`), mailFrom, ''),
  ).rejects.toThrow(/550/)
  await expect(sendRaw(deliveryReport(at.member.email, '5.1.1'), mailFrom, '')).rejects.toThrow(
    /550/,
  )
  await sendRaw(
    deliveryReport(at.staff.email, '5.1.1', `Reply-To: ${await replyAddress(at, at.member)}`),
    mailFrom,
    '',
  )
  await settled(at, 1)
  expect(await marked(at)).toEqual({ member: false, staff: false })
})

test('a mail of a person to MAIL_FROM is refused', async () => {
  const at = await fixtures.ticket()
  await expect(send(at.member, mailFrom)).rejects.toThrow(/550 5\.1\.1 no mails are read here/)
  await settled(at, 0)
})

test('an address that the mail server refuses as unknown is marked, and only mails that need it are still sent to it', async () => {
  const at = await fixtures.ticket()
  refused.add(at.member.email)
  await answer(at, 'Yağı değiştirin.')
  await waitFor(async () => expect(await marked(at)).toEqual({ member: true, staff: false }))
  refused.delete(at.member.email)
  await answer(at, 'Duydunuz mu?')
  await as(at.admin).call(routes.users.invite, {
    params: { company: (await fixtures.company(at)).companyId },
    body: { email: at.member.email, name: 'Işıl', surname: 'Yılmaz' },
  })
  await as(at.visitor).call(routes.sessions.forgot, { body: { email: at.member.email } })
  await waitFor(() => expect(subjectsTo(at.member)).toEqual([expect.stringContaining('parola')]))
  await allSent()
  expect(subjectsTo(at.member)).toHaveLength(1)
})

test('a mailbox that is full marks no one', async () => {
  const at = await fixtures.ticket()
  await sendRaw(
    deliveryReport(at.member.email, '5.2.2', `Reply-To: ${await replyAddress(at, at.member)}`),
    mailFrom,
    '',
  )
  expect(await settled(at, 1)).toMatchObject([{ state: 'bounced' }])
  expect(await marked(at)).toEqual({ member: false, staff: false })
})

test('an administrator who tries a refused mail again has it sent', async () => {
  const at = await fixtures.ticket()
  refused.add(at.member.email)
  await answer(at, 'Yağı değiştirin.')
  await waitFor(async () => expect(await marked(at)).toMatchObject({ member: true }))
  refused.delete(at.member.email)
  await as(at.admin).call(routes.mails.retryAll)
  await waitFor(() => expect(subjectsTo(at.member)).toHaveLength(1))
  expect(await marked(at)).toEqual({ member: false, staff: false })
})

type At = Awaited<ReturnType<typeof fixtures.ticket>>

/** Whether the lists of users and of the team say that mails come back. */
async function marked(at: At) {
  const { users } = (
    await as(at.admin).call(routes.users.list, { params: { company: at.companyId } })
  ).body
  const { users: team } = (await as(at.admin).call(routes.team.list)).body
  return {
    member: users.find(({ _id }) => _id === at.member.userId)?.undeliverable,
    staff: team.find(({ _id }) => _id === at.staff.userId)?.undeliverable,
  }
}

async function answer(at: At, contents: string) {
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents },
  })
  await waitForReactions(owner)
}

const subjectsTo = ({ email }: Person) =>
  server.received.filter(({ to }) => to.includes(email)).map(mail => mail.email.subject)

async function allSent() {
  await waitForReactions(owner)
  await waitFor(async () =>
    expect((await owner.query("select from mails where state <> 'failed'")).rowCount).toBe(0),
  )
}
