import { describe, expect, test } from 'vitest'
import { isOfTeamOnly, type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { waitFor } from '#testing/wait-for.ts'
import { sweepNotifications } from './notifications.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const ofAccount = ({ companyId, ticketId }: Fixture) => ({ company: companyId, ticket: ticketId })
const write = (fixture: Fixture, who: Person = fixture.member, contents = 'Bir şey daha') =>
  as(who).call(routes.tickets.replyOfAccount, { params: ofAccount(fixture), body: { contents } })
const answer = (fixture: Fixture, who: Person = fixture.staff) =>
  as(who).call(routes.tickets.reply, {
    params: { ticket: fixture.ticketId },
    body: { contents: 'Yağı değiştirin' },
  })
const close = (fixture: Fixture, who: Person = fixture.staff) =>
  as(who).call(routes.tickets.change, {
    params: { ticket: fixture.ticketId },
    body: { status: 'closed' },
  })
const follow = (fixture: Fixture, who: Person, following: 'follow' | 'mute' | 'default') =>
  as(who).call(routes.notifications.follow, {
    params: { ticket: fixture.ticketId },
    body: { following },
  })

/** What the bell of a user has once every event has reached it. */
async function bellOf(who: Person) {
  await waitForReactions(owner)
  return (await as(who).call(routes.notifications.list)).body
}
const kindsFor = async (who: Person): Promise<NotificationKind[]> =>
  (await bellOf(who)).notifications.map(({ kind }) => kind)

async function colleagueOf(fixture: Fixture) {
  const colleague = await fixtures.person(fixture, 'customer', 'Barış')
  await fixtures.join(fixture.vendorId, colleague.userId, fixture.companyId)
  return colleague
}

describe('the bell', () => {
  test('tells the team of a new ticket, and its author of the answer, each with what it is about', async () => {
    const fixture = await fixtures.ticket()
    const { body: reply } = await answer(fixture)
    expect((await bellOf(fixture.staff)).notifications).toEqual([
      expect.objectContaining({
        kind: 'ticket.opened',
        ticket: fixture.ticketId,
        title: 'Mil ısınıyor',
        actorName: 'Işıl Yılmaz',
        isRead: false,
      }),
    ])
    expect(await bellOf(fixture.member)).toEqual({
      unread: 1,
      notifications: [
        expect.objectContaining({
          kind: 'ticket.answered',
          company: fixture.companyId,
          companyName: fixture.companyName,
          message: reply._id,
          actorName: 'Ayşe Yılmaz',
          browser: true,
        }),
      ],
    })
  })

  test('does not tell operators, invited users without a password, and members of other companies', async () => {
    const fixture = await fixtures.ticket()
    const other = await fixtures.ticket(await fixtures.company(fixture))
    await owner.query(
      "insert into users (vendor_id, id, email, name, role) values ($1, gen_random_uuid(), 'bekleyen@tezgah.test', 'B', 'staff')",
      [fixture.vendorId],
    )
    await answer(fixture)
    expect(await kindsFor(fixture.operator)).toEqual([])
    expect(await kindsFor(other.member)).toEqual([])
    const { rows } = await owner.query('select user_id from notifications where ticket_id = $1', [
      fixture.ticketId,
    ])
    expect(rows.map(row => row.user_id).toSorted()).toEqual(
      [fixture.staff, fixture.admin, fixture.member].map(({ userId }) => userId).toSorted(),
    )
  })

  test('tells the team of what a customer writes until a colleague has answered, then that colleague only', async () => {
    const fixture = await fixtures.ticket()
    await write(fixture)
    await answer(fixture)
    await write(fixture)
    expect(await kindsFor(fixture.staff)).toEqual([
      'ticket.written',
      'ticket.written',
      'ticket.opened',
    ])
    expect(await kindsFor(fixture.admin)).toEqual(['ticket.written', 'ticket.opened'])
  })

  test.each([
    ['has left the team', `update users set role = 'customer' where id = $1`],
    ['has no password any more', 'update users set password_hash = null where id = $1'],
    [
      'has muted the ticket',
      'insert into ticket_follows (vendor_id, ticket_id, user_id, follows) select vendor_id, ticket_id, $1, false from messages where user_id = $1',
    ],
  ])(
    'tells the whole team again of what a customer writes once the only colleague who answered %s',
    async (_, end) => {
      const fixture = await fixtures.ticket()
      await answer(fixture)
      await waitForReactions(owner)
      await owner.query(end, [fixture.staff.userId])
      await write(fixture)
      expect(await kindsFor(fixture.admin)).toEqual(['ticket.written', 'ticket.opened'])
    },
  )

  test('tells the whole team of what a customer writes where a platform administrator has answered', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture, fixture.operator)
    await write(fixture)
    expect(await kindsFor(fixture.admin)).toEqual(['ticket.written', 'ticket.opened'])
  })

  test('tells a colleague of the author of nothing unless they follow the ticket', async () => {
    const fixture = await fixtures.ticket()
    const colleague = await colleagueOf(fixture)
    await answer(fixture)
    await waitForReactions(owner)
    await follow(fixture, colleague, 'follow')
    await answer(fixture)
    await write(fixture)
    await waitForReactions(owner)
    await follow(fixture, colleague, 'default')
    await close(fixture)
    expect(await kindsFor(colleague)).toEqual(['ticket.written', 'ticket.answered'])
  })

  test('tells the author of nothing once they have muted the ticket', async () => {
    const fixture = await fixtures.ticket()
    await follow(fixture, fixture.member, 'mute')
    await answer(fixture)
    expect(await kindsFor(fixture.member)).toEqual([])
  })

  test('hides the notifications of a company that the user has left', async () => {
    const fixture = await fixtures.ticket()
    const colleague = await colleagueOf(fixture)
    await waitForReactions(owner)
    await follow(fixture, colleague, 'follow')
    await answer(fixture)
    expect((await bellOf(colleague)).unread).toBe(1)
    await owner.query('delete from memberships where user_id = $1', [colleague.userId])
    expect(await bellOf(colleague)).toEqual({ unread: 0, notifications: [] })
  })

  test('counts the tickets with unread notifications, and marks some, those of a ticket, or all of them as read', async () => {
    const first = await fixtures.ticket()
    const second = await fixtures.ticket(first)
    for (const fixture of [first, first, second]) await answer(fixture)
    const { notifications, unread } = await bellOf(first.member)
    expect(unread).toBe(2)
    const read = (body: { ticket?: string; notifications?: string[] }) =>
      as(first.member).call(routes.notifications.read, { body })
    expect((await read({ notifications: [] })).body).toEqual({ unread: 2 })
    expect((await read({ notifications: [notifications[1]?._id ?? ''] })).body).toEqual({
      unread: 2,
    })
    expect((await read({ ticket: first.ticketId })).body).toEqual({ unread: 1 })
    expect((await read({})).body).toEqual({ unread: 0 })
    expect((await bellOf(first.member)).notifications.map(({ isRead }) => isRead)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('tells the open pages of its reader once, and not again when all is read already', async () => {
    const fixture = await fixtures.ticket()
    await bellOf(fixture.staff)
    const stream = await openEventStream(
      (portal.http.server.address() as { port: number }).port,
      fixture.staff,
    )
    const read = () => as(fixture.staff).call(routes.notifications.read, { body: {} })
    for (let i = 0; i < 3; i++) await read()
    await write(fixture)
    await bellOf(fixture.staff)
    await read()
    await expect.poll(() => stream.notifications().length).toBe(3) // read, written, read
  })

  test('marks nothing of another user as read', async () => {
    const fixture = await fixtures.ticket()
    const { notifications } = await bellOf(fixture.staff)
    await as(fixture.admin).call(routes.notifications.read, {
      body: { notifications: notifications.map(({ _id }) => _id) },
    })
    expect((await bellOf(fixture.staff)).unread).toBe(1)
    expect((await bellOf(fixture.admin)).unread).toBe(0)
  })

  test('has an event once, though its job runs again', async () => {
    const fixture = await fixtures.ticket()
    await bellOf(fixture.staff)
    await owner.query(
      "update pgboss.job set state = 'retry', start_after = now() where name = 'ticket.changed'",
    )
    expect(await kindsFor(fixture.staff)).toEqual(['ticket.opened'])
  })
})

// Security: T20
test('a former colleague who is a customer now is told in the bell of nothing that only the team is told of', async () => {
  const fixture = await fixtures.ticket()
  const former = await fixtures.person(fixture, 'staff')
  await bellOf(former) // the opening
  await owner.query(
    `insert into notifications (vendor_id, user_id, id, ticket_id, kind)
       select $1, $2, gen_random_uuid(), $3, kind from unnest($4::text[]) as kind`,
    [fixture.vendorId, former.userId, fixture.ticketId, notificationKinds.filter(isOfTeamOnly)],
  )
  await as(former).call(routes.notifications.read, { body: {} })
  await as(fixture.admin).call(routes.tickets.change, {
    params: { ticket: fixture.ticketId },
    body: { assignee: former.userId },
  })
  expect((await bellOf(former)).unread).toBe(1)
  await fixtures.join(fixture.vendorId, former.userId, fixture.companyId)
  await owner.query("update users set role = 'customer' where id = $1", [former.userId])
  expect(await bellOf(former)).toMatchObject({
    notifications: [{ kind: 'ticket.opened' }],
    unread: 0,
  })
})

test('a ticket names its other followers: to the team all, to customers those of their company, and nobody who has lost access', async () => {
  const fixture = await fixtures.ticket()
  const colleague = await colleagueOf(fixture)
  await owner.query("update users set name = 'Can', surname = 'Er' where id = $1", [
    colleague.userId,
  ])
  for (const person of [fixture.member, colleague, fixture.staff])
    await follow(fixture, person, 'follow')
  await follow(fixture, fixture.admin, 'mute')
  const params = { ticket: fixture.ticketId }
  const seenByMember = async () =>
    (
      await as(fixture.member).call(routes.tickets.getOfAccount, {
        params: { ...params, company: fixture.companyId },
      })
    ).body.followers.map(({ name }) => name)
  const seenByTeam = async (who: Person) =>
    (await as(who).call(routes.tickets.get, { params })).body.followers.map(({ name }) => name)
  expect(await seenByMember()).toEqual(['Can Er'])
  expect(await seenByTeam(fixture.admin)).toEqual(['Ayşe Yılmaz', 'Can Er', 'Işıl Yılmaz'])
  expect(await seenByTeam(fixture.staff)).toEqual(['Can Er', 'Işıl Yılmaz'])
  await owner.query('delete from memberships where user_id = $1', [colleague.userId])
  expect(await seenByMember()).toEqual([])
})

describe('preferences', () => {
  const change = (who: Person, kinds: unknown) =>
    as(who).call(routes.notifications.setPreferences, { body: { kinds: kinds as [] } })
  const choose = (who: Person, body: object) =>
    as(who).call(routes.notifications.setScope, { body: body as { scope: 'all' } })

  test('are the defaults at first', async () => {
    const { member, staff } = await fixtures.company()
    const { body } = await as(member).call(routes.notifications.preferences)
    expect(body).toMatchObject({ scope: null, companies: [] })
    expect(body.kinds.filter(({ mail }) => !mail).map(({ kind }) => kind)).toEqual([
      'ticket.archived',
    ])
    expect((await as(staff).call(routes.notifications.preferences)).body.scope).toBe('mine')
  })

  test('change one kind and leave the others', async () => {
    const fixture = await fixtures.ticket()
    const { body } = await change(fixture.member, [
      { kind: 'ticket.answered', mail: false, browser: false },
    ])
    expect(body.kinds.filter(({ mail, browser }) => !mail && !browser)).toEqual([
      { kind: 'ticket.answered', mail: false, browser: false },
    ])
    await answer(fixture)
    await close(fixture)
    expect(await kindsFor(fixture.member)).toEqual(['ticket.closed'])
  })

  test('let a colleague choose companies', async () => {
    const fixture = await fixtures.company()
    const other = await fixtures.company(fixture)
    await choose(fixture.staff, { scope: 'companies', companies: [other.companyId] })
    await fixtures.ticket(fixture)
    await fixtures.ticket(other)
    const { notifications } = await bellOf(fixture.staff)
    expect(notifications.map(({ company }) => company)).toEqual([other.companyId])
  })

  test('have no company of another vendor, and none that was removed later', async () => {
    const [own, other] = [await fixtures.company(), await fixtures.company()]
    expect(
      (await choose(own.staff, { scope: 'companies', companies: [other.companyId] })).status,
    ).toBe(404)
    expect(
      (await choose(own.staff, { scope: 'companies', companies: [own.companyId] })).body.companies,
    ).toMatchObject([{ _id: own.companyId }])
    await owner.query('update companies set date_removed = now() where id = $1', [own.companyId])
    expect((await as(own.staff).call(routes.notifications.preferences)).body.companies).toEqual([])
  })

  test('refuse an unknown kind', async () => {
    const { staff } = await fixtures.vendor()
    expect(
      (await change(staff, [{ kind: 'ticket.exploded', mail: true, browser: true }])).status,
    ).toBe(400)
  })

  test.each([
    ['an unknown scope', { scope: 'everything' }],
    [
      'more than a thousand companies',
      { scope: 'all', companies: Array(1_001).fill('11111111-1111-4111-8111-111111111111') },
    ],
  ])('refuse %s', async (_, body) => {
    const { staff } = await fixtures.vendor()
    expect((await choose(staff, body)).status).toBe(400)
  })
})

test('an unread notification is above all that are read, however old it is', async () => {
  const fixture = await fixtures.ticket()
  await bellOf(fixture.staff)
  await owner.query(
    `insert into notifications (id, vendor_id, user_id, ticket_id, kind, date_read)
       select ('ffffffff-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, $1, $2, $3, 'ticket.written', now()
         from generate_series(1, 120) i`,
    [fixture.vendorId, fixture.staff.userId, fixture.ticketId],
  )
  const { notifications, unread } = await bellOf(fixture.staff)
  expect(unread).toBe(1)
  expect(notifications).toHaveLength(20)
  expect(notifications.slice(0, 2)).toMatchObject([
    { kind: 'ticket.opened', isRead: false },
    { _id: 'ffffffff-0000-7000-8000-000000000120', isRead: true },
  ])

  await owner.query('update notifications set date_read = null where user_id = $1', [
    fixture.staff.userId,
  ])
  const full = await bellOf(fixture.staff)
  expect([full.notifications.length, full.unread]).toEqual([20, 1])
  const page = await as(fixture.staff).call(routes.notifications.list, { query: { size: '100' } })
  expect(page.body.notifications.map(({ _id, isRead }) => [_id, isRead])).toEqual(
    Array.from({ length: 100 }, (_, i) => [
      `ffffffff-0000-7000-8000-${String(120 - i).padStart(12, '0')}`,
      false,
    ]),
  )
})

test('tickets with unread notifications are counted up to a hundred', async () => {
  const fixture = await fixtures.ticket()
  await bellOf(fixture.staff)
  await owner.query(
    insertTickets(`insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by)
      select vendor_id, gen_random_uuid(), company_id, company_machine_id, title, created_by
        from tickets, generate_series(1, 120) where id = '${fixture.ticketId}'`),
  )
  await owner.query(
    `insert into notifications (id, vendor_id, user_id, ticket_id, kind)
       select gen_random_uuid(), $1, $2, id, 'ticket.written' from tickets where vendor_id = $1`,
    [fixture.vendorId, fixture.staff.userId],
  )
  expect((await bellOf(fixture.staff)).unread).toBe(100)
})

test('a sweep deletes at most a batch of notifications, the oldest first', async () => {
  const fixture = await fixtures.ticket()
  await bellOf(fixture.staff)
  await owner.query(
    `insert into notifications (id, vendor_id, user_id, ticket_id, kind, date_created)
       select gen_random_uuid(), $1, $2, $3, 'ticket.written', now() - make_interval(days => 91 + i)
         from generate_series(1, 3) i`,
    [fixture.vendorId, fixture.staff.userId, fixture.ticketId],
  )
  const swept = () =>
    portal.platform.database.inVendor(fixture.vendorId, db => sweepNotifications(db, 2))
  expect([await swept(), await swept(), await swept()]).toEqual([2, 1, 0])
  expect(await kindsFor(fixture.staff)).toEqual(['ticket.opened'])
})

test('notifications are deleted after 90 days', async () => {
  const fixture = await fixtures.ticket()
  await bellOf(fixture.staff)
  await owner.query(
    "update notifications set date_created = now() - interval '91 days' where vendor_id = $1",
    [fixture.vendorId],
  )
  const { sweep } = await import('../app/sweep.ts')
  await sweep(portal.platform.database, portal.platform.config)
  await waitFor(async () => expect(await kindsFor(fixture.staff)).toEqual([]))
})
