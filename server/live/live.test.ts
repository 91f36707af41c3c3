import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { publish } from '../events/notices.ts'
import { sweepSnoozes } from '../tickets/snooze.ts'

const portal = await openPortal()
const { as, owner, platform, connection } = portal
const fixtures = fixturesIn(portal)
const { openStream } = eventStreamsIn(portal)

const reply = (member: Person, company: string, ticket: string) =>
  as(member).call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Hâlâ ısınıyor.' },
  })
/** Longer than an event takes. */
const settle = () => pause(300)

test('a message reaches the streams of the other side, with ids only', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const [team, customer] = [await openStream(staff), await openStream(member)]
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  await reply(member, companyId, ticketId)
  await expect.poll(team.events).toEqual([event])
  await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Yağı kontrol edin.' },
  })
  await expect.poll(customer.events).toEqual([event, event])
  await as(staff).call(routes.tickets.change, {
    params: { ticket: ticketId },
    body: { status: 'closed' },
  })
  await expect.poll(customer.events).toEqual([event, event, event])
})

// Security: T19
test('what only the team sees of a ticket reaches the streams of the team, and none of a customer', async () => {
  const { member, staff, admin, vendorId, companyId, ticketId } = await fixtures.ticket()
  const [team, customer] = [await openStream(admin), await openStream(member)]
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  const params = { ticket: ticketId }
  const change = (body: object) => as(staff).call(routes.tickets.change, { params, body })
  await change({ assignee: staff.userId })
  await change({ assignee: null })
  await change({ dateSnoozed: new Date(Date.now() + 3_600_000).toISOString() })
  await change({ dateSnoozed: null })
  await change({ dateSnoozed: new Date(Date.now() + 3_600_000).toISOString() })
  await owner.query(
    "update ticket_states set date_snoozed = now() - interval '11 minutes' where ticket_id = $1",
    [ticketId],
  )
  await platform.database.inVendor(vendorId, sweepSnoozes)
  await as(staff).call(routes.notifications.follow, { params, body: { following: 'follow' } })
  await expect.poll(team.events).toEqual(Array(7).fill(event))
  await settle()
  expect(customer.events()).toEqual([])
  // what customers see of it does reach them
  await change({ priority: 'standing' })
  await expect.poll(customer.events).toEqual([event])
})

test('a new ticket reaches the team', async () => {
  const fixture = await fixtures.company()
  const team = await openStream(fixture.staff)
  const { ticketId } = await fixtures.ticket(fixture)
  await expect
    .poll(team.events)
    .toEqual([{ kind: 'ticket', ticket: ticketId, company: fixture.companyId }])
})

test('a mail that is queued, tried or counted reaches the administrators, and no colleague', async () => {
  const { admin, staff, companyId: company } = await fixtures.company()
  const [administrators, team] = [await openStream(admin), await openStream(staff)]
  const body = { email: 'davetli@tezgah.test', name: 'İnci', surname: 'Şahin', phone: '' }
  expect((await as(admin).call(routes.users.invite, { params: { company }, body })).status).toBe(
    200,
  )
  const ofMails = () => administrators.all().filter(({ kind }) => kind === 'mail')
  await expect.poll(ofMails).toHaveLength(3)
  expect(team.all()).not.toContainEqual({ kind: 'mail' })
})

test('another vendor, and a member of another company, learn of nothing', async () => {
  const { member, companyId, ticketId, staff, ...seller } = await fixtures.ticket()
  const neighbour = await fixtures.company({ ...seller, staff })
  const other = await fixtures.company()
  const streams = await Promise.all(
    [neighbour.member, other.member, other.staff, other.admin].map(person => openStream(person)),
  )
  const team = await openStream(staff)
  await reply(member, companyId, ticketId)
  await as(staff).call(routes.live.presence, {
    params: { ticket: ticketId },
    body: { state: 'typing' },
  })
  await expect.poll(team.events).toHaveLength(1)
  await settle()
  expect(streams.map(stream => stream.events())).toEqual([[], [], [], []])
})

test('an event is sent once its change has committed, and never after a rollback', async () => {
  const { staff, vendorId, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  const notice = { kind: 'ticket', ticket: ticketId, company: companyId } as const
  const finish = Promise.withResolvers<void>()
  onTestFinished(() => finish.resolve())
  const change = platform.database.inVendor(vendorId, async db => {
    publish(db, notice)
    await finish.promise
  })
  const rolledBack = platform.database.inVendor(vendorId, async db => {
    publish(db, { ...notice, ticket: companyId })
    throw new Error('the change failed')
  })
  await expect(rolledBack).rejects.toThrow('the change failed')
  await settle()
  expect(team.events()).toEqual([])
  finish.resolve()
  await change
  await expect.poll(team.events).toEqual([notice])
})

test('a notification reaches the streams of its user only', async () => {
  const { staff, admin, vendorId } = await fixtures.vendor()
  const [own, others] = [await openStream(staff), await openStream(admin)]
  await platform.database.inVendor(vendorId, async db =>
    publish(db, { kind: 'notification', user: staff.userId }),
  )
  await expect.poll(own.notifications).toEqual([{ kind: 'notification' }])
  await settle()
  expect(others.notifications()).toEqual([])
})

test('marking notifications as read reaches the pages of their user, and nothing does where none was unread', async () => {
  const { staff, ticketId } = await fixtures.ticket()
  await waitForReactions(owner)
  const own = await openStream(staff)
  const read = () => as(staff).call(routes.notifications.read, { body: { ticket: ticketId } })
  expect((await read()).body).toEqual({ unread: 0 })
  await expect.poll(own.notifications).toEqual([{ kind: 'notification' }])
  await read()
  await settle()
  expect(own.notifications().length).toBe(1)
})

test('reading a ticket reaches the other pages of its user only, following it those of the team, or of all where a customer does', async () => {
  const { staff, admin, member, ticketId, companyId } = await fixtures.ticket()
  await waitForReactions(owner)
  const [own, colleague, customer] = [
    await openStream(staff),
    await openStream(admin),
    await openStream(member),
  ]
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  const read = () => as(staff).call(routes.notifications.read, { body: { ticket: ticketId } })
  expect((await read()).status).toBe(200)
  const isRead = { ...event, kind: 'ownTicket' }
  await expect.poll(own.events).toEqual([isRead])
  await read()
  await settle()
  expect([colleague.events(), customer.events()]).toEqual([[], []])
  const follow = (who: Person) =>
    as(who).call(routes.notifications.follow, {
      params: { ticket: ticketId },
      body: { following: 'follow' },
    })
  await follow(staff)
  await expect.poll(own.events).toEqual([isRead, event])
  await expect.poll(colleague.events).toEqual([event])
  expect(customer.events()).toEqual([])
  await follow(member)
  await expect.poll(customer.events).toEqual([event])
  await expect.poll(colleague.events).toEqual([event, event])
})

test('a new ticket reaches the page of the ticket that it continues', async () => {
  const { member, companyId, companyMachineId, ticketId } = await fixtures.ticket()
  const customer = await openStream(member)
  const body = { title: 'Yine ısınıyor', machine: companyMachineId, continues: ticketId }
  expect(
    (await as(member).call(routes.tickets.open, { params: { company: companyId }, body })).status,
  ).toBe(200)
  await expect
    .poll(customer.events)
    .toContainEqual({ kind: 'ticket', ticket: ticketId, company: companyId })
})

test('a user whose companies have changed fetches everything again, also where the stream was away at that time', async () => {
  const { member, admin, companyId, staff, vendorId, ...seller } = await fixtures.ticket()
  const second = await fixtures.company({ ...seller, admin, staff, vendorId })
  await fixtures.join(vendorId, member.userId, second.companyId)
  const stream = await openStream(member)
  const removal = {
    params: { company: companyId, user: member.userId },
    body: { email: member.email },
  }
  expect((await as(admin).call(routes.users.remove, removal)).status).toBe(200)
  expect(await stream.ended).toBe('ended')
  const greetings = await Promise.all(
    [member, second.member].map(person => openStream(person, '?age=500')),
  )
  expect(greetings.map(({ all }) => all()[0])).toEqual(
    [false, true].map(isComplete => ({ kind: 'ready', isComplete, within: 0 })),
  )
})

test('changes that were published before the stream was opened are repeated when asked for', async () => {
  const { member, companyId, ticketId, staff } = await fixtures.ticket()
  const opened = await openStream(staff)
  await reply(member, companyId, ticketId)
  await expect.poll(opened.events).toHaveLength(1)
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  expect((await openStream(staff)).events()).toEqual([])
  const late = await openStream(staff, '?age=500&seconds=0')
  expect(late.all()[0]).toEqual({ kind: 'ready', isComplete: true, within: 0 })
  expect(late.events()).toEqual([event])
  expect(await late.ended).toBe('ended')
})

test('a lost database connection is replaced, and every stream learns that it may have missed something', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  const superuser = new pg.Client({
    ...inject('postgres').superuser,
    database: connection.database,
  })
  await superuser.connect()
  await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tezgah notices' and datname = current_database()",
  )
  await superuser.end()
  await expect
    .poll(() => team.all().flatMap(({ kind }) => (kind === 'notification' ? [] : kind)))
    .toEqual(['ready', 'paused', 'ready'])
  expect(team.all().at(-1)).toMatchObject({ isComplete: false })
  await reply(member, companyId, ticketId)
  await expect
    .poll(team.events)
    .toContainEqual({ kind: 'ticket', ticket: ticketId, company: companyId })
})

test('nonsense on the channel of the notices changes nothing', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  for (const text of ['', 'x', '{}', '[]', 'null', '{"vendor":1}'])
    await owner.query("select pg_notify('tezgah_notices', $1)", [text])
  await reply(member, companyId, ticketId)
  await expect.poll(team.events).toHaveLength(1)
})
