import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { queueMail } from '../../mail/mail-queue.ts'

// Replies by mail to tickets that are closed or archived,
// and what the audit says of mails that changed something.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal

test('a reply thirteen days after the closing reopens the ticket, and the audit says so', async () => {
  const at = await closedTicket(13)
  await send(at.member, await replyAddress(at, at.member), { text: 'Yine ısınıyor.' })
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'filed' })
  const { body } = await as(at.member).call(routes.tickets.getOfAccount, { params: paramsOf(at) })
  expect(body).toMatchObject({ status: 'open', dateClosed: null })
  expect(body.changes.map(({ status, userName }) => [status, userName])).toEqual([
    ['closed', 'Ayşe Yılmaz'],
    ['open', 'Işıl Yılmaz'],
  ])
  expect(await lastEntry(at)).toMatchObject({
    action: 'tickets.replyOfAccount',
    changes: [{ field: 'status', before: 'closed', after: 'open' }],
    subject: '#1001 Mil ısınıyor',
    companyName: at.companyName,
    user: at.member.userId,
    role: 'customer',
    address: '127.0.0.1',
    device: `mailto:${at.member.email}`,
    request: mail?.id,
  })
})

test('a reply fifteen days after the closing is filed too: the ticket stays closed and waits for the team', async () => {
  const at = await closedTicket(15)
  await send(at.member, await replyAddress(at, at.member), { text: 'Yine ısınıyor.' })
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'filed', reason: null, ticketId: at.ticketId })
  const { body } = await as(at.member).call(routes.tickets.getOfAccount, { params: paramsOf(at) })
  expect(body).toMatchObject({ status: 'closed', waitingFor: 'team' })
  expect(body.conversation.at(-1)?.message).toBe('Yine ısınıyor.')
  expect(await lastEntry(at)).toMatchObject({ action: 'tickets.replyOfAccount', changes: [] })
})

test('the answer to a mail is in its thread', async () => {
  const at = await archivedTicket()
  await send(at.member, await replyAddress(at, at.member), { messageId: '<bir@musteri.test>' })
  expect((await mails.to(at.member.email))[0]?.inReplyTo).toBe('<bir@musteri.test>')
})

test('an answer that waits is not sent to a user who has left the company meanwhile', async () => {
  const at = await archivedTicket()
  await send(at.member, await replyAddress(at, at.member))
  const [mail] = await settled(at, 1)
  await mails.to(at.member.email)
  await owner.query('delete from memberships where user_id = $1', [at.member.userId])
  const data = {
    received: mail?.id ?? '',
    company: at.companyId,
    continues: at.ticketId,
    reason: 'ticketArchived' as const,
    domain: at.domain,
  }
  await platform.database.inVendor(at.vendorId, db =>
    queueMail(db, 'mail.answered', at.member.userId, data),
  )
  await expect
    .poll(
      async () =>
        (await owner.query('select from mails where kind = $1', ['mail.answered'])).rowCount,
    )
    .toBe(0)
  expect(await mails.to(at.member.email)).toHaveLength(1)
})

test.each([
  ['tr', '“Re: Mil ısınıyor” konulu e-postanız yazılamadı: ilgili talep arşivlenmiş.'],
  ['en', 'Your mail “Re: Mil ısınıyor” could not be added, as its ticket is archived.'],
])(
  'a reply to an archived ticket is answered with a new ticket that continues it: %s',
  async (language, text) => {
    const at = await archivedTicket()
    await owner.query('update users set language = $2 where id = $1', [at.member.userId, language])
    await send(at.member, await replyAddress(at, at.member))
    const [mail] = await settled(at, 1)
    expect(mail).toMatchObject({ state: 'answered', reason: 'ticketArchived' })
    const [answer] = await mails.to(at.member.email)
    expect(answer?.text).toContain(text)
    const link = await mails.linkTo(at.member.email)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mail: mail?.id,
      continues: at.ticketId,
      machine: at.companyMachineId,
    })
  },
)

test("the team's reply to a closed ticket leaves it closed, and is in the audit as theirs", async () => {
  const at = await closedTicket(15)
  await send(at.staff, await replyAddress(at, at.staff), { text: 'Yağı değiştirin.' })
  await settled(at, 1)
  expect(
    (await as(at.member).call(routes.tickets.getOfAccount, { params: paramsOf(at) })).body.status,
  ).toBe('closed')
  expect(await lastEntry(at)).toMatchObject({
    action: 'tickets.reply',
    changes: [],
    user: at.staff.userId,
    role: 'staff',
  })
})

test('a ticket that a mail opens is in the audit under its title', async () => {
  const at = await fixtures.company()
  await send(at.member, `${at.domain}@${mailInDomain}`, { subject: 'Kayış koptu' })
  const [mail] = await settled(at, 1)
  expect(await lastEntry(at)).toMatchObject({
    action: 'tickets.open',
    subject: '#1001 Kayış koptu',
    companyName: at.companyName,
    user: at.member.userId,
    request: mail?.id,
  })
})

test('a mail that is held changes nothing, and is not in the audit', async () => {
  const at = await fixtures.ticket()
  const { total } = (await as(at.admin).call(routes.audit.list)).body
  await send({ email: 'yabanci@baska.test' }, await replyAddress(at, at.member))
  expect(await settled(at, 1)).toMatchObject([{ state: 'held' }])
  expect((await as(at.admin).call(routes.audit.list)).body.total).toBe(total)
})

async function closedTicket(days: number) {
  const at = await fixtures.ticket()
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { status: 'closed' },
  })
  await owner.query(
    'update tickets set date_closed = date_closed - make_interval(days => $2) where id = $1',
    [at.ticketId, days],
  )
  return at
}

async function archivedTicket() {
  const at = await closedTicket(1)
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { status: 'archived' },
  })
  return at
}

const paramsOf = ({ companyId, ticketId }: { companyId: string; ticketId: string }) => ({
  company: companyId,
  ticket: ticketId,
})

const lastEntry = async ({ admin }: Pick<Awaited<ReturnType<typeof fixtures.company>>, 'admin'>) =>
  (await as(admin).call(routes.audit.list)).body.entries[0]
