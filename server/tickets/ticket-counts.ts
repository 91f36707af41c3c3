import { sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import { cached } from '#platform/database/ttl-cache.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { limitOne } from './ticket-rows.ts'
import { ticketFilters } from './visible-tickets.ts'

// Counted per company by covering indexes (docs/decisions/0005). Large counts are cached by set of companies, not by user: a user's
// memberships may change before the next call.
const cacheOptions = { minSize: 10_000, ttlMs: 15_000 }

/** Tickets opened and closed per week. `starts` are the ascending instants at which the weeks begin; the last week is open-ended. */
export async function countByWeek(db: Db, memberId: string | null, starts: string[]) {
  const values = { memberId: memberId ?? '', starts, first: starts[0] ?? '' }
  const { opened, closed } = memberId === null ? weeksOfAll : weeksOfMembers
  const companies = memberId === null ? 'all' : await companySetOf(db, memberId)
  return cached(
    db,
    `tickets by week ${companies} ${starts.join()}`,
    async () => {
      const [openedIn, closedIn] = await Promise.all([opened(db, values), closed(db, values)])
      const inWeek = (rows: typeof openedIn, week: number) => rows.find(row => row.week === week)?.tickets ?? 0
      return starts.map((_, i) => ({ opened: inWeek(openedIn, i + 1), closed: inWeek(closedIn, i + 1) }))
    },
    { size: weeks => weeks.reduce((sum, { opened, closed }) => sum + opened + closed, 0), ...cacheOptions },
  )
}

/** Open tickets in all and by machine model, most first. `waiting` and `answered` await a reply of the vendor's team, or of the customer. */
export async function countOpen(db: Db, memberId: string | null, limit: number) {
  const values = { memberId: memberId ?? '', limit }
  const readOpen = memberId === null ? openOfAll : openOfMembers
  const companies = memberId === null ? 'all' : await companySetOf(db, memberId)
  return cached(
    db,
    `open tickets ${companies} ${limit}`,
    async () => {
      const rows = await readOpen(db, values)
      const { allOpen: open = 0, allWaiting: waiting = 0, allAnswered: answered = 0, allMachines = 0 } = rows[0] ?? {}
      const machines = rows.filter(({ open }) => open > 0).map(({ _id, name, open }) => ({ _id, name, open }))
      const listed = machines.reduce((sum, machine) => sum + machine.open, 0)
      return { open, waiting, answered, byMachine: { machines, others: { machines: allMachines - machines.length, open: open - listed } } }
    },
    { size: ({ waiting, answered }) => waiting + answered, ...cacheOptions },
  )
}

/** A hash of the member's current companies, as a part of cache keys. */
const companySetOf = async (db: Db, memberId: string) => (await hashCompanies(db, { memberId }))[0]?.hash ?? 'none'
const hashCompanies = prepareQuery((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('c'))
    .select(sql<string | null>`encode(sha256(convert_to(string_agg(c.id::text, ' ' order by c.id), 'UTF8')), 'hex')`.as('hash')),
)

/** A member's companies with their open tickets, most first; `waiting` are those that await the member's reply. */
export const countOpenByCompany = prepareQuery((db, { memberId, limit }: { memberId: string; limit: number }) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('company'))
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 'company.vendorId')
          .whereRef('companies.id', '=', 'company.id')
          .select(['companies.name', 'companies.dateSupportEnd'])
          .limit(limitOne)
          .as('c'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('tickets')
          .where(sql.raw<boolean>(ticketFilters.awaitingReply))
          .whereRef('tickets.vendorId', '=', 'company.vendorId')
          .whereRef('tickets.companyId', '=', 'company.id')
          .select([opened.as('open'), answered.as('waiting')])
          .as('t'),
      join => join.onTrue(),
    )
    .select(['company.id as _id', 'c.name', 'c.dateSupportEnd', 't.open', 't.waiting'])
    .orderBy('t.open', 'desc')
    .orderBy(sql`c.name collate "tr-x-icu"`)
    .orderBy('company.id')
    .limit(limit),
)

const all = sql<number>`count(*)`
const opened = sql<number>`count(*) filter (where tickets.status = 'open')`
const answered = sql<number>`count(*) filter (where tickets.last_message_is_staff)`
const sum = (column: string) => sql<number>`sum(${sql.ref(column)})::int8`

type Weeks = { memberId: string; starts: string[]; first: string }
const ticketsOfWeeks = (column: 'dateCreated' | 'dateClosed', forMembers: boolean) =>
  prepareQuery((db, { memberId, starts, first }: Weeks) =>
    db
      .selectFrom(visibleCompanies(db, forMembers ? memberId : null).as('c'))
      .innerJoinLateral(
        lateral =>
          lateral
            .selectFrom('tickets')
            .whereRef('tickets.vendorId', '=', 'c.vendorId')
            .whereRef('tickets.companyId', '=', 'c.id')
            .where(`tickets.${column}`, '>=', first)
            .select([sql<number>`width_bucket(${sql.ref(`tickets.${column}`)}, ${starts}::timestamptz[])`.as('week'), all.as('tickets')])
            .groupBy('week')
            .as('w'),
        join => join.onTrue(),
      )
      .select(['w.week', sum('w.tickets').as('tickets')])
      .groupBy('w.week'),
  )
const weeksOf = (forMembers: boolean) => ({
  opened: ticketsOfWeeks('dateCreated', forMembers),
  closed: ticketsOfWeeks('dateClosed', forMembers),
})
const weeksOfAll = weeksOf(false)
const weeksOfMembers = weeksOf(true)

const openByMachine = (forMembers: boolean) =>
  prepareQuery((db, { memberId, limit }: { memberId: string; limit: number }) =>
    db
      .selectFrom(
        db
          .selectFrom(visibleCompanies(db, forMembers ? memberId : null).as('c'))
          .innerJoinLateral(
            lateral =>
              lateral
                .selectFrom('tickets')
                .where(sql.raw<boolean>(ticketFilters.awaitingReply))
                .whereRef('tickets.vendorId', '=', 'c.vendorId')
                .whereRef('tickets.companyId', '=', 'c.id')
                .select(['tickets.companyMachineId', all.as('awaitingReply'), opened.as('open'), answered.as('answered')])
                .groupBy('tickets.companyMachineId')
                .as('t'),
            join => join.onTrue(),
          )
          .innerJoinLateral(
            lateral =>
              lateral
                .selectFrom('companyMachines')
                .whereRef('companyMachines.vendorId', '=', 'c.vendorId')
                .whereRef('companyMachines.id', '=', 't.companyMachineId')
                .select('companyMachines.machineId')
                .limit(limitOne)
                .as('cm'),
            join => join.onTrue(),
          )
          .select([
            'c.vendorId',
            'cm.machineId',
            sum('t.open').as('open'),
            sum('t.answered').as('answered'),
            sum('t.awaitingReply').as('awaitingReply'),
          ])
          .groupBy(['c.vendorId', 'cm.machineId'])
          .as('o'),
      )
      .innerJoinLateral(
        lateral =>
          lateral
            .selectFrom('machines')
            .whereRef('machines.vendorId', '=', 'o.vendorId')
            .whereRef('machines.id', '=', 'o.machineId')
            .select('machines.name')
            .limit(limitOne)
            .as('m'),
        join => join.onTrue(),
      )
      .select([
        'o.machineId as _id',
        'm.name',
        'o.open',
        sql<number>`(sum(o.open) over ())::int8`.as('allOpen'),
        sql<number>`(sum(o.answered) over ())::int8`.as('allAnswered'),
        sql<number>`(sum(o.awaiting_reply - o.answered) over ())::int8`.as('allWaiting'),
        sql<number>`count(*) filter (where o.open > 0) over ()`.as('allMachines'),
      ])
      .orderBy('o.open', 'desc')
      .orderBy(sql`m.name collate "tr-x-icu"`)
      .orderBy('o.machineId')
      .limit(limit),
  )
const openOfAll = openByMachine(false)
const openOfMembers = openByMachine(true)
