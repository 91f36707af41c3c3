import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { rowsReadBy, statementsDuring } from '#testing/database/statements.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { readHomeOfAccount, readHomeOfTeam } from './home.ts'

// A home takes the same statements at any size, and visits
// few rows whatever vendor the plans were made for.

const portal = await openPortal()
const small = await fixturesIn(portal).ticket()
const large = await fixturesIn(portal).ticket()
await fillVendor()
const jobs = await openJobs(portal.connection, [], console.error)
const database = await openDatabase(await prepareConnectionTarget(portal.connection), jobs, {
  size: 1,
})
afterAll(async () => {
  await database.close()
  await jobs.close()
})

type Fixture = typeof small
const readerOf = ({ domain, member }: Fixture) => ({
  userId: member.userId,
  domain,
  timeZone: 'Europe/Istanbul',
})

const homes: [
  string,
  (db: Db, at: Fixture) => Promise<{ open?: number; counts: { open: number } }>,
][] = [
  ['of the team', (db, at) => readHomeOfTeam(db, readerOf(at))],
  ['of an account user', (db, at) => readHomeOfAccount(db, readerOf(at))],
]
test.each(homes)(
  'the home %s reads few rows of a large vendor on a connection that a small one used first',
  async (_, read) => {
    await database.inVendor(small.vendorId, db => read(db, small))
    const rows = await rowsReadBy(database, large.vendorId, async db => {
      const { counts } = await read(db, large)
      expect(counts.open).toBeLessThan(10_000) // below the cache's threshold
    })
    // The vendor has 35,500 rows and an index entry for each; a
    // plan that scans a table for each ticket visits millions.
    expect(rows).toBeLessThan(100_000)
  },
)

test.each([
  ['of the team', routes.home.ofTeam, (at: Fixture) => at.staff],
  ['of an account user', routes.home.ofAccount, (at: Fixture) => at.member],
] as const)('the home %s is read by the same statements at any size', async (_, route, reader) => {
  expect(await statementsOf(route, reader(large))).toEqual(await statementsOf(route, reader(small)))
})

const statementsOf = (
  route: typeof routes.home.ofTeam | typeof routes.home.ofAccount,
  person: Person,
) => statementsDuring(async () => expect((await portal.as(person).call(route)).status).toBe(200))

/** Gives the large vendor 500 companies with 5,000 machines and 30,000
 * tickets of the last year, and its member 20 of the companies. */
async function fillVendor() {
  const { vendorId, machineId, member } = large
  const fill = (sql: string, ...values: string[]) => portal.owner.query(sql, [vendorId, ...values])
  await fill(
    "insert into companies (vendor_id, id, name) select $1, gen_random_uuid(), 'Firma ' || i from generate_series(1, 500) i",
  )
  await fill(
    'insert into memberships (vendor_id, user_id, company_id) select vendor_id, $2, id from companies where vendor_id = $1 limit 20 on conflict do nothing',
    member.userId,
  )
  await fill(
    `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
       select vendor_id, gen_random_uuid(), id, $2, 'S-' || i, '2026-01-01', current_date + i from companies, generate_series(1, 10) i where vendor_id = $1`,
    machineId,
  )
  await fill(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, status, date_created, date_closed)
         select vendor_id, gen_random_uuid(), company_id, id, 'Mil ısınıyor ' || i, $2, case when i = 1 then 'open' else 'closed' end, now() - age, case when i > 1 then now() - age / 2 end
           from (select *, row_number() over () as n from company_machines where vendor_id = $1) m, generate_series(1, 6) i, make_interval(hours => (n * 6 + i)::int % 8760) age`,
      {
        date: 'now() - (now() - date_created) / 2',
        isStaff: 'right(title, 1)::int % 2 = 0',
      },
    ),
    member.userId,
  )
  await portal.owner.query('analyze')
}
