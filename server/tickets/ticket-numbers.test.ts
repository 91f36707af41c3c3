import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEarlierVersion } from '#testing/database/earlier-version.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>

async function open({ member, companyId, companyMachineId }: Omit<Fixture, 'ticketId'>) {
  const { status, body } = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Kayış koptu', machine: companyMachineId, message: 'Pres durdu.' },
  })
  expect(status).toBe(200)
  return body.number
}

const find = async (who: Person, number: number) => {
  const { status, body } = await as(who).call(routes.tickets.findByNumber, {
    query: { number: `${number}` },
  })
  return status === 200 ? body : status
}

test("a vendor's tickets are numbered from 1001 on as they are opened, whatever other vendors have", async () => {
  const [first, other] = [await fixtures.ticket(), await fixtures.ticket()]
  expect([first.ticketNumber, other.ticketNumber]).toEqual([1001, 1001])
  expect([await open(first), await open(first)]).toEqual([1002, 1003])
})

test('tickets that are opened at the same moment get numbers of their own', async () => {
  const fixture = await fixtures.ticket()
  const numbers = await Promise.all(Array.from({ length: 12 }, () => open(fixture)))
  expect(numbers.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => 1002 + n))
})

test('only users with permission to open a ticket find it by its number', async () => {
  const fixture = await fixtures.ticket()
  const { member, staff, admin, companyId: company, ticketId: _id } = fixture
  const neighbour = await fixtures.company(fixture)
  const stranger = await fixtures.company()
  for (const each of [member, staff, admin])
    expect(await find(each, 1001)).toEqual({ _id, company })
  expect([
    await find(neighbour.member, 1001),
    await find(stranger.staff, 1001),
    await find(staff, 1002),
  ]).toEqual([404, 404, 404])
})

test('a search for a number finds its ticket in the list, with # nothing else, also with a blank after it or a full stop', async () => {
  const fixture = await fixtures.ticket()
  const { member, staff, companyId: company } = fixture
  for (const title of ['Hata 1001', 'Hata kodu: 1001.5'])
    await as(member).call(routes.tickets.open, {
      params: { company },
      body: { title, machine: fixture.companyMachineId },
    })
  const search = async (search: string) =>
    (await as(staff).call(routes.tickets.list, { query: { search } })).body.tickets.map(
      ({ number }) => number,
    )
  expect(await search('1001')).toEqual([1003, 1002, 1001])
  expect([await search('#1001'), await search('#100'), await search('#1002')]).toEqual([
    [1001],
    [],
    [1002],
  ])
  for (const typed of ['# 1001', '#1001.', ' #  1001. ', '＃1001', '#\u200b1001'])
    expect([typed, await search(typed)]).toEqual([typed, [1001]])
  const ofAccount = await as(member).call(routes.tickets.listOfAccount, {
    params: { company },
    query: { search: '#1002' },
  })
  expect(ofAccount.body.tickets.map(({ number }) => number)).toEqual([1002])
})

test('the upgrade from 0.2.0 numbers the tickets that there are by the date of their opening', async () => {
  const { client, vendor, otherVendor, ticket, upgrade } = await openEarlierVersion()
  await client.query(`
    insert into tickets (vendor_id, id, title, date_created, ${ticket.columns})
      select v::uuid, gen_random_uuid(), age, now() - age::interval, ${ticket.values}
        from (values ('${vendor}', '1 day'), ('${vendor}', '3 days'), ('${otherVendor}', '4 days'), ('${vendor}', '2 days')) as t(v, age)`)
  await upgrade()
  const opened = await client.query(
    `insert into tickets (vendor_id, id, title, ${ticket.columns}) values ($1, gen_random_uuid(), 'now', ${ticket.values}) returning number`,
    [vendor],
  )
  const { rows } = await client.query<{ title: string; number: number }>(
    'select title, number from tickets order by date_created',
  )
  expect(rows.map(({ title, number }) => `${title}: ${number}`)).toEqual([
    '4 days: 1001',
    '3 days: 1001',
    '2 days: 1002',
    '1 day: 1003',
    `now: ${opened.rows[0].number}`,
  ])
  expect(opened.rows).toEqual([{ number: 1004 }])
})
