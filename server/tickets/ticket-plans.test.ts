import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import type { TicketQuery, ticketFilterFields } from '#contract/tickets.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { rowsReadBy } from '#testing/database/statements.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { countQueue } from './queue-counts.ts'
import { rarePartsOf } from './rare-parts.ts'
import { readContext, readOpenOnMachine } from './ticket-context.ts'
import { listTickets } from './ticket-list.ts'
import { readTicket } from './tickets.ts'

// PostgreSQL caches the plan that it made for the first
// vendor on a connection, and uses it for every other vendor.

const portal = await openPortal()
const small = await fixturesIn(portal).ticket()
const large = await fixturesIn(portal).ticket()
const topics = new Map<string, { rare: string; common: string }>()
for (const fixture of [large, await fixturesIn(portal).ticket(), await fixturesIn(portal).ticket()])
  await fillVendor(fixture)
for (const fixture of [small, large]) topics.set(fixture.vendorId, await addTopics(fixture))
await portal.owner.query('analyze')
// the scans by which the tickets above found their users, which would be counted at any time
await portal.owner.query('select pg_stat_force_next_flush()')
const jobs = await openJobs(portal.connection, [], console.error)
const database = await openDatabase(await prepareConnectionTarget(portal.connection), jobs, {
  size: 1,
})
afterAll(async () => {
  await database.close()
  await jobs.close()
})

type Fixture = typeof small
const page = { page: 0, size: 20 }
const memberOf = ({ vendorId, member }: Fixture): Actor => ({
  vendorId,
  userId: member.userId,
  email: member.email,
  role: 'customer',
  sessionId: '',
  name: '',
  startPage: 'companies',
})

const staffOf = (at: Fixture): Actor => ({ ...memberOf(at), role: 'staff' })

/** With values that many tickets have. */
const filters: Record<
  keyof typeof ticketFilterFields | 'month',
  (at: Fixture) => Partial<TicketQuery>
> = {
  assignee: at => ({ assignee: at.staff.userId }),
  model: at => ({ model: at.machineId }),
  topic: at => ({ topic: topics.get(at.vendorId)?.common ?? '' }),
  priority: () => ({ priority: 'normal' }),
  company: at => ({ company: at.companyId, priority: 'normal' }),
  month: () => ({ from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' }),
}

const queries: [string, (db: Db, at: Fixture) => Promise<unknown>][] = [
  [
    'what few tickets have',
    (db: Db, at: Fixture) =>
      rarePartsOf(db, { id: at.ticketId, userId: at.member.userId, isTeam: true }),
  ],
  [
    'a ticket with its conversation',
    (db: Db, at: Fixture) =>
      readTicket(
        db,
        memberOf(at),
        { as: 'account', company: at.companyId },
        { platform: portal.platform, domain: at.domain },
        at.ticketId,
      ),
  ],
  [
    'a page of an account',
    (db: Db, at: Fixture) =>
      listTickets(db, memberOf(at), at.domain, 'account', at.companyId, page),
  ],
  [
    'a page of the team',
    (db: Db, at: Fixture) => listTickets(db, staffOf(at), at.domain, 'team', undefined, page),
  ],
  ...(['mine', 'unassigned'] as const).map(
    (status): [string, (db: Db, at: Fixture) => Promise<unknown>] => [
      `what is ${status}`,
      (db, at) => listTickets(db, staffOf(at), at.domain, 'team', undefined, { ...page, status }),
    ],
  ),
  ...(['companyName', 'createdByName', 'machineName', 'assigneeName'] as const).map(
    (sort): [string, (db: Db, at: Fixture) => Promise<unknown>] => [
      `a page of the team by ${sort}`,
      (db, at) => listTickets(db, staffOf(at), at.domain, 'team', undefined, { ...page, sort }),
    ],
  ),
  [
    'what waits for the team',
    (db: Db, at: Fixture) =>
      listTickets(db, staffOf(at), at.domain, 'team', undefined, { ...page, status: 'waiting' }),
  ],
  [
    'what is due next',
    (db: Db, at: Fixture) =>
      listTickets(db, staffOf(at), at.domain, 'team', undefined, {
        ...page,
        status: 'waiting',
        sort: 'dateDue',
      }),
  ],
  ...Object.entries(filters).flatMap(([name, filterOf]) =>
    (['open', 'closed', 'waiting'] as const).map(
      (status): [string, (db: Db, at: Fixture) => Promise<unknown>] => [
        `${status} tickets of one ${name}`,
        (db, at) =>
          listTickets(db, staffOf(at), at.domain, 'team', undefined, {
            ...page,
            status,
            ...filterOf(at),
          }),
      ],
    ),
  ),
  ['the counts of the queue', (db: Db, at: Fixture) => countQueue(db, at.member.userId)],
  [
    'what waits for an account',
    (db: Db, at: Fixture) =>
      listTickets(db, memberOf(at), at.domain, 'account', at.companyId, {
        ...page,
        status: 'answered',
      }),
  ],
  [
    'a search of the team',
    (db: Db, at: Fixture) =>
      listTickets(db, staffOf(at), at.domain, 'team', undefined, { ...page, search: 'titreşim' }),
  ],
]
test.each(queries)(
  '%s reads few rows of a large vendor on a connection that a small one used first',
  async (_, query) => {
    await database.inVendor(small.vendorId, db => query(db, small))
    // The vendor has 10,300 tickets, each with an index entry and up to two look-ups
    // of a name; a plan that scans a table for each ticket visits millions.
    expect(await rowsReadBy(database, large.vendorId, db => query(db, large))).toBeLessThan(50_000)
  },
)

test.each<[string, (db: Db, at: Fixture) => Promise<unknown>]>([
  ['what stands beside a ticket', (db, at) => readContext(db, at.ticketId)],
  [
    'the open tickets on a machine',
    (db, at) =>
      readOpenOnMachine(db, memberOf(at), 'account', {
        company: at.companyId,
        companyMachine: at.companyMachineId,
      }),
  ],
])('for %s only tickets of its machine and company are read', async (_, query) => {
  await database.inVendor(small.vendorId, db => query(db, small))
  expect(await rowsReadBy(database, large.vendorId, db => query(db, large))).toBeLessThan(1_000)
})

test.each([
  ['unassigned', '-dateCreated', 4_000], // sorted: the vendor has 3,000
  ['waiting', '-dateCreated', 500],
  ['mine', 'dateDue', 500],
  ['unassigned', 'dateDue', 500],
  ['waiting', 'dateDue', 500],
  ['answered', 'dateLastMessage', 500],
  ['answered', '-dateLastMessage', 500],
] as const)(
  'of thousands of %s tickets by %s at most %i rows are read for a page, whichever vendor had the plan first',
  async (status, sort, rows) => {
    const list = (db: Db, at: Fixture) =>
      listTickets(db, staffOf(at), at.domain, 'team', undefined, { ...page, status, sort })
    await database.inVendor(small.vendorId, db => list(db, small))
    await database.inVendor(large.vendorId, db => list(db, large)) // the total is cached from then on
    expect(await rowsReadBy(database, large.vendorId, db => list(db, large))).toBeLessThan(rows)
  },
)

const sortsOfLists = [
  ['open', '-dateCreated'],
  ['waiting', 'dateDue'],
  ['unassigned', 'dateDue'],
  ['closed', '-dateClosed'],
  ['archived', '-dateCreated'],
] as const

test.each(sortsOfLists)(
  'the %s tickets of a rare topic by %s are looked up, however many others there are',
  async (status, sort) => {
    const list = (db: Db, at: Fixture) =>
      listTickets(db, staffOf(at), at.domain, 'team', undefined, {
        ...page,
        status,
        sort,
        topic: topics.get(at.vendorId)?.rare ?? '',
      })
    await database.inVendor(small.vendorId, db => list(db, small))
    expect(await rowsReadBy(database, large.vendorId, db => list(db, large))).toBeLessThan(500)
  },
)

test('a page of a topic of most tickets is read without reading them all', async () => {
  const fixture = await fixturesIn(portal).ticket()
  const { vendorId, companyId, companyMachineId, member } = fixture
  await portal.owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, status, date_closed)
         select $1, gen_random_uuid(), $2, $3, 'Mil ısınıyor', $4, status, case when status <> 'open' then now() end
           from generate_series(1, 4000), unnest('{open,closed,archived}'::text[]) status`,
      { date: 'now()' },
    ),
    [vendorId, companyId, companyMachineId, member.userId],
  )
  const { common: topic } = await addTopics(fixture)
  await portal.owner.query('analyze tickets, ticket_states, ticket_topics')
  for (const [status, sort] of sortsOfLists) {
    const list = (db: Db) =>
      listTickets(db, staffOf(fixture), fixture.domain, 'team', undefined, {
        ...page,
        status,
        sort,
        topic,
      })
    await database.inVendor(vendorId, list) // the totals are cached from then on
    expect(await rowsReadBy(database, vendorId, list), `${status} ${sort}`).toBeLessThan(1_000)
  }
})

const statuses = [undefined, 'open', 'closed', 'archived', 'waiting', 'answered'] as const
const teamStatuses = [...statuses, 'mine', 'unassigned', 'snoozed'] as const
const sorts = [
  '-dateCreated',
  'dateCreated',
  'title',
  '-dateLastMessage',
  'dateLastMessage',
  'companyName',
  'createdByName',
  'machineName',
  'assigneeName',
  'dateClosed',
  'dateDue',
] as const
const isOfTeam = (status: string | undefined, sort: string | undefined) =>
  ['dateDue', 'assigneeName'].includes(sort ?? '') ||
  ['mine', 'unassigned', 'snoozed'].includes(status ?? '')

test('no list of a vendor among others scans a whole table, whatever its query', async () => {
  const before = await sequentialScans()
  for (const status of teamStatuses) {
    for (const more of [
      ...sorts.map(sort => ({ sort })),
      { search: 'Mil ısınıyor 1' },
      { search: 'S-7' },
      { search: 'Firma 12' },
    ]) {
      const query = { ...page, ...more, ...(status && { status }) }
      await database.inVendor(large.vendorId, db =>
        listTickets(db, staffOf(large), large.domain, 'team', undefined, query),
      )
      if (isOfTeam(status, 'sort' in more ? more.sort : undefined)) continue
      await database.inVendor(large.vendorId, db =>
        listTickets(db, memberOf(large), large.domain, 'account', large.companyId, query),
      )
    }
  }
  await pause(1_100) // PostgreSQL reports statistics once a second, at the end of a transaction
  await database.inVendor(large.vendorId, db =>
    listTickets(db, staffOf(large), large.domain, 'team', undefined, page),
  )
  expect(await sequentialScans()).toEqual(before)
})

test('a word of most older tickets and none of the newest is found without reading them all', async () => {
  const fixture = await fixturesIn(portal).ticket()
  for (const [title, count, days] of [
    ['Pompa titriyor', 15_000, 30],
    ['Alarm E12', 4_000, 1], // a machine has opened them
  ] as const)
    await portal.owner.query(
      insertTickets(
        `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, date_created)
           select $1, gen_random_uuid(), $2, $3, $4, $5, now() - make_interval(days => $7, secs => i) from generate_series(1, $6) i`,
        { date: 'date_created' },
      ),
      [
        fixture.vendorId,
        fixture.companyId,
        fixture.companyMachineId,
        title,
        fixture.member.userId,
        count,
        days,
      ],
    )
  await portal.owner.query('analyze tickets, ticket_states')
  const [found, rows] = await database.inVendor(fixture.vendorId, async db => {
    const { tickets } = await listTickets(db, staffOf(fixture), fixture.domain, 'team', undefined, {
      ...page,
      search: 'pompa',
    })
    const [read] = await db.run(
      statement(
        "select idx_tup_fetch::int as rows from pg_stat_xact_user_tables where relname = 'tickets'",
      ),
    )
    return [tickets.length, read?.rows as number]
  })
  expect(found).toBe(20)
  expect(rows).toBeGreaterThan(4_000)
  expect(rows).toBeLessThan(8_000)
})

/** Sequential scans of each table that a list of tickets reads. */
const sequentialScans = async () =>
  (
    await portal.owner.query(
      "select relname, seq_scan from pg_stat_user_tables where relname in ('tickets', 'ticket_states', 'company_machines', 'companies', 'users', 'messages', 'ticket_reads') order by 1",
    )
  ).rows

/** A topic of the vendor's first ticket, and one of all its tickets. */
async function addTopics({ vendorId, ticketId }: Fixture) {
  const [rare, common] = [randomUUID(), randomUUID()]
  await portal.owner.query(
    "insert into topics (vendor_id, id, name) values ($1, $2, 'Ender'), ($1, $3, 'Yaygın')",
    [vendorId, rare, common],
  )
  await portal.owner.query(
    `insert into ticket_topics (vendor_id, ticket_id, topic_id) select $1, $2::uuid, $3::uuid
       union all select vendor_id, id, $4 from tickets where vendor_id = $1`,
    [vendorId, ticketId, rare, common],
  )
  return { rare, common }
}

/** Gives a vendor 1,000 users, 300 companies with 3,000 machines and
 * 6,000 tickets, each with a message that the member has not seen. */
async function fillVendor({ vendorId, machineId, member }: Fixture) {
  const fill = (sql: string, ...values: string[]) => portal.owner.query(sql, [vendorId, ...values])
  await fill(
    "insert into users (vendor_id, id, email, name, role) select $1, gen_random_uuid(), i || '@tezgah.test', 'Ayşe', 'customer' from generate_series(1, 1000) i",
  )
  await fill(
    "insert into companies (vendor_id, id, name) select $1, gen_random_uuid(), 'Firma ' || i from generate_series(1, 300) i",
  )
  await fill(
    `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
       select vendor_id, gen_random_uuid(), id, $2, 'S-' || i, '2026-01-01', '2027-01-01' from companies, generate_series(1, 10) i where vendor_id = $1`,
    machineId,
  )
  await fill(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by)
         select vendor_id, gen_random_uuid(), company_id, id, 'Mil ısınıyor ' || i, $2 from company_machines, generate_series(1, 2) i where vendor_id = $1`,
      { date: 'now()' },
    ),
    member.userId,
  )
  await fill(
    'update ticket_states set assignee_id = $2 where vendor_id = $1 and hashtext(ticket_id::text) % 2 = 0',
    member.userId,
  )
  // Closed a month ago: the oldest tickets are not those that wait.
  await fill(
    "update tickets set status = 'closed', date_closed = now() - interval '30 days' where vendor_id = $1 and hashtext(id::text) % 3 = 1",
  )
  await fill(
    "update ticket_states set is_open = false, waiting_for = null, date_waiting = null, date_due = null, date_last_message = now() - interval '31 days' where vendor_id = $1 and hashtext(ticket_id::text) % 3 = 1",
  )
  await fill(
    "update ticket_states set waiting_for = 'customer', date_waiting = null, date_due = null where vendor_id = $1 and hashtext(ticket_id::text) % 3 = 0",
  )
  await fill(
    `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
       select $1, gen_random_uuid(), t.id, u.id, false, 'Bakın' from tickets t, (select id from users where vendor_id = $1 and id <> $2 limit 1) u where t.vendor_id = $1`,
    member.userId,
  )
  await fill(
    "insert into ticket_reads (vendor_id, user_id, ticket_id, date_read) select $1, $2, id, '2026-01-01' from tickets where vendor_id = $1",
    member.userId,
  )
}
