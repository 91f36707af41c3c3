import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const write = ({ companyId: company, ticketId: ticket, member }: Fixture) =>
  as(member).call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Hâlâ ısınıyor' },
  })
const answer = ({ ticketId: ticket, staff }: Fixture) =>
  as(staff).call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Yağı değiştirin' },
  })
const see = ({ ticketId: ticket }: Fixture, who: Person) =>
  as(who).call(routes.notifications.read, { body: { ticket } })
const ofTeam = async ({ staff }: Fixture, who = staff, query = {}) =>
  (await as(who).call(routes.tickets.list, { query })).body.tickets.map(({ isUnread }) => isUnread)
const ofMember = async ({ companyId: company, member }: Fixture, who = member) =>
  (await as(who).call(routes.tickets.listOfAccount, { params: { company } })).body.tickets.map(
    ({ isUnread }) => isUnread,
  )

test('a ticket is unread to a user while someone else has written since the user saw it', async () => {
  const fixture = await fixtures.ticket()
  await see(fixture, fixture.staff)
  expect(await ofTeam(fixture)).toEqual([false])
  await answer(fixture)
  expect(await ofTeam(fixture)).toEqual([false]) // the user's own message
  await write(fixture)
  expect([
    await ofTeam(fixture),
    await ofTeam(fixture, fixture.staff, { page: '0', size: '20' }),
  ]).toEqual([[true], [true]])
  expect(await ofTeam(fixture, fixture.staff, { search: 'Mil', page: '0', size: '20' })).toEqual([
    true,
  ])
  await see(fixture, fixture.staff)
  expect(await ofTeam(fixture)).toEqual([false])
})

test('an open ticket that a user has never seen is unread while the other side wrote last', async () => {
  const fixture = await fixtures.ticket()
  const { staff, admin, member } = fixture
  expect([await ofTeam(fixture, admin), await ofMember(fixture)]).toEqual([[true], [false]])
  await answer(fixture)
  expect([await ofTeam(fixture, admin), await ofMember(fixture)]).toEqual([[false], [true]])
  const homes = [
    await as(staff).call(routes.home.ofTeam),
    await as(member).call(routes.home.ofAccount),
  ]
  expect(homes.map(({ body }) => body.newest.map(({ isUnread }) => isUnread))).toEqual([
    [false],
    [true],
  ])
  await as(staff).call(routes.tickets.change, {
    params: { ticket: fixture.ticketId },
    body: { status: 'closed' },
  })
  expect(await ofMember(fixture)).toEqual([false])
})

test('a muted ticket is unread all the same, and what a user has seen is unread to a colleague', async () => {
  const fixture = await fixtures.ticket()
  const { staff, ticketId: ticket, vendorId, companyId } = fixture
  const colleague = await fixtures.person(fixture, 'customer', 'Can')
  await fixtures.join(vendorId, colleague.userId, companyId)
  for (const who of [fixture.member, staff]) {
    await as(who).call(routes.notifications.follow, {
      params: { ticket },
      body: { following: 'mute' },
    })
    await see(fixture, who)
  }
  await answer(fixture)
  expect([await ofMember(fixture), await ofMember(fixture, colleague)]).toEqual([[true], [true]])
  await see(fixture, fixture.member)
  expect([await ofMember(fixture), await ofMember(fixture, colleague)]).toEqual([[false], [true]])
})

test('a ticket says when the user last saw it, and a ticket of others cannot be seen', async () => {
  const fixture = await fixtures.ticket()
  const { ticketId: ticket, staff } = fixture
  const read = async () =>
    (await as(staff).call(routes.tickets.get, { params: { ticket } })).body.dateRead
  expect(await read()).toBeNull()
  await see(fixture, staff)
  const first = await read()
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000)
  await see(fixture, staff)
  expect(Date.parse((await read()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  const { staff: stranger } = await fixtures.ticket()
  expect((await see(fixture, stranger)).status).toBe(404)
})
