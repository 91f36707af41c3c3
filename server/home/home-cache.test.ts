import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { asTeam } from '../companies/viewer.ts'
import { countByWeek } from '../tickets/ticket-counts.ts'
import { lastWeeks } from './weeks.ts'

// Counts over ten thousand tickets are cached for some
// seconds; the set of companies that they cover is not.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Company = Awaited<ReturnType<typeof fixtures.company>>

/** An account user of a company with so many open tickets, and of a small one with two. */
async function memberOfTwo(tickets: number) {
  const large = await fixtures.company()
  await open(large, tickets)
  const small = await fixtures.company(large)
  await open(small, 2)
  await fixtures.join(large.vendorId, large.member.userId, small.companyId)
  return { large, small, member: large.member }
}
const open = ({ vendorId, companyId, companyMachineId, member }: Company, tickets: number) =>
  owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by)
         select $1, gen_random_uuid(), $2, $3, 'Mil ısınıyor', $4 from generate_series(1, $5::int)`,
    ),
    [vendorId, companyId, companyMachineId, member.userId, tickets],
  )
async function countsOf(person: Person) {
  const { counts, openByMachine, weeks } = (await as(person).call(routes.home.ofAccount)).body
  return [
    counts.open,
    openByMachine.machines.reduce((sum, { open }) => sum + open, 0),
    weeks.at(-1)?.opened,
  ]
}

test('a user removed from a company no longer counts its tickets at once, however many they were', async () => {
  const { large, member } = await memberOfTwo(10_000)
  expect(await countsOf(member)).toEqual([10_002, 10_002, 10_002])
  const { userId, email } = member
  await as(large.admin).call(routes.users.remove, {
    params: { company: large.companyId, user: userId },
    body: { email },
  })
  expect(await countsOf(member)).toEqual([2, 2, 2])
})

test('a user of a removed company no longer counts its tickets at once', async () => {
  const { large, member } = await memberOfTwo(10_000)
  expect(await countsOf(member)).toEqual([10_002, 10_002, 10_002])
  await as(large.admin).call(routes.companies.remove, { params: { company: large.companyId } })
  expect(await countsOf(member)).toEqual([2, 2, 2])
})

test('a user added to a company counts its tickets at once', async () => {
  const { large, member } = await memberOfTwo(10_000)
  expect(await countsOf(member)).toEqual([10_002, 10_002, 10_002])
  const third = await fixtures.company(large)
  await open(third, 1)
  await fixtures.join(large.vendorId, member.userId, third.companyId)
  expect(await countsOf(member)).toEqual([10_003, 10_003, 10_003])
})

test('ten thousand tickets and more are counted once in some seconds, fewer at each call', async () => {
  const { large, member } = await memberOfTwo(10_000)
  const { small, member: other } = await memberOfTwo(10)
  expect([await countsOf(member), await countsOf(other)]).toEqual([
    Array(3).fill(10_002),
    Array(3).fill(12),
  ])
  await open(large, 1)
  await open(small, 1)
  expect([await countsOf(member), await countsOf(other)]).toEqual([
    Array(3).fill(10_002),
    Array(3).fill(13),
  ])
})

test('a user in another time zone gets their own weeks, though the first of these begins at the same instant', async () => {
  const company = await fixtures.company()
  await open(company, 10_000)
  // The clocks of Berlin were set back four weeks before, those of Johannesburg are never changed.
  await owner.query(
    "update tickets set date_created = '2026-11-15T22:30:00Z' where vendor_id = $1",
    [company.vendorId],
  )
  const openedIn = async (timeZone: string) => {
    const starts = lastWeeks(timeZone, Date.parse('2026-11-18T12:00:00Z'), 12).map(
      ({ instant }) => instant,
    )
    const weeks = await portal.platform.database.inVendor(company.vendorId, db =>
      countByWeek(db, asTeam, starts),
    )
    return weeks.at(-1)?.opened
  }
  expect([await openedIn('Europe/Berlin'), await openedIn('Africa/Johannesburg')]).toEqual([
    0, 10_000,
  ])
})
