import { sql } from 'kysely'
import { type Db, prepared } from '#platform/database/database.ts'
import { cached } from '#platform/database/ttl-cache.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { limitOne } from './ticket-rows.ts'
import { ticketFilters } from './visible-tickets.ts'

// Counted company by company, each by an index that has all that is asked. A vendor with a million tickets waits for a tenth of a second
// at the first call, so what is counted over many is kept for some seconds: for those companies, not for who asked, as a member of one may
// be none any more at the next call.

const keeping = { from: 10_000, ms: 15_000 }

/** How many tickets were opened and how many closed in each of the weeks that begin at these instants, ascending; the last one goes on. */
export async function countByWeek(db: Db, memberId: string | null, starts: string[]) {
  const values = { memberId: memberId ?? '', starts, first: starts[0] ?? '' }
  const { opened, closed } = memberId === null ? weeksOfAll : weeksOfMembers
  const companies = memberId === null ? 'all' : await companiesOf(db, memberId)
  return cached(
    db,
    `tickets by week ${companies} ${starts.join()}`,
    async () => {
      const [openedIn, closedIn] = await Promise.all([opened(db, values), closed(db, values)])
      const inWeek = (rows: typeof openedIn, week: number) => rows.find(row => row.week === week)?.tickets ?? 0
      return starts.map((_, i) => ({ opened: inWeek(openedIn, i + 1), closed: inWeek(closedIn, i + 1) }))
    },
    { size: weeks => weeks.reduce((sum, { opened, closed }) => sum + opened + closed, 0), ...keeping },
  )
}

/**
 * Open tickets by machine model, those that have most first, and how many there are in all; with them how many wait for the vendor's team
 * and how many, `answered`, for the customer, of which some are closed.
 */
export async function countOpen(db: Db, memberId: string | null, most: number) {
  const values = { memberId: memberId ?? '', most }
  const ask = memberId === null ? openOfAll : openOfMembers
  const companies = memberId === null ? 'all' : await companiesOf(db, memberId)
  return cached(
    db,
    `open tickets ${companies} ${most}`,
    async () => {
      const rows = await ask(db, values)
      const { allOpen: open = 0, allWaiting: waiting = 0, allAnswered: answered = 0, allMachines = 0 } = rows[0] ?? {}
      const machines = rows.filter(({ open }) => open > 0).map(({ _id, name, open }) => ({ _id, name, open }))
      const shown = machines.reduce((sum, machine) => sum + machine.open, 0)
      return { open, waiting, answered, byMachine: { machines, others: { machines: allMachines - machines.length, open: open - shown } } }
    },
    { size: ({ waiting, answered }) => waiting + answered, ...keeping },
  )
}

/** The companies of a member as they are now, as a word to tell them from others. */
const companiesOf = async (db: Db, memberId: string) => (await idsOfCompanies(db, { memberId }))[0]?.ids ?? 'none'
const idsOfCompanies = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('c'))
    .select(sql<string | null>`encode(sha256(convert_to(string_agg(c.id::text, ' ' order by c.id), 'UTF8')), 'hex')`.as('ids')),
)

/** The open tickets of each of a member's companies, those with most first, and how many wait for the member. */
export const countOpenByCompany = prepared((db, { memberId, most }: { memberId: string; most: number }) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('mine'))
    .innerJoinLateral(
      look =>
        look
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 'mine.vendorId')
          .whereRef('companies.id', '=', 'mine.id')
          .select(['companies.name', 'companies.dateSupportEnd'])
          .limit(limitOne)
          .as('c'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      look =>
        look
          .selectFrom('tickets')
          .where(sql.raw<boolean>(ticketFilters.unsettled))
          .whereRef('tickets.vendorId', '=', 'mine.vendorId')
          .whereRef('tickets.companyId', '=', 'mine.id')
          .select([opened.as('open'), answered.as('waiting')])
          .as('t'),
      join => join.onTrue(),
    )
    .select(['mine.id as _id', 'c.name', 'c.dateSupportEnd', 't.open', 't.waiting'])
    .orderBy('t.open', 'desc')
    .orderBy(sql`c.name collate "tr-x-icu"`)
    .orderBy('mine.id')
    .limit(most),
)

const all = sql<number>`count(*)`
const opened = sql<number>`count(*) filter (where tickets.status = 'open')`
const answered = sql<number>`count(*) filter (where tickets.last_message_is_staff)`
const sum = (column: string) => sql<number>`sum(${sql.ref(column)})::int8`

type Weeks = { memberId: string; starts: string[]; first: string }
const ticketsOfWeeks = (column: 'dateCreated' | 'dateClosed', forMembers: boolean) =>
  prepared((db, { memberId, starts, first }: Weeks) =>
    db
      .selectFrom(visibleCompanies(db, forMembers ? memberId : null).as('c'))
      .innerJoinLateral(
        look =>
          look
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
  prepared((db, { memberId, most }: { memberId: string; most: number }) =>
    db
      .selectFrom(
        db
          .selectFrom(visibleCompanies(db, forMembers ? memberId : null).as('c'))
          .innerJoinLateral(
            look =>
              look
                .selectFrom('tickets')
                .where(sql.raw<boolean>(ticketFilters.unsettled))
                .whereRef('tickets.vendorId', '=', 'c.vendorId')
                .whereRef('tickets.companyId', '=', 'c.id')
                .select(['tickets.companyMachineId', all.as('unsettled'), opened.as('open'), answered.as('answered')])
                .groupBy('tickets.companyMachineId')
                .as('t'),
            join => join.onTrue(),
          )
          .innerJoinLateral(
            look =>
              look
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
            sum('t.unsettled').as('unsettled'),
          ])
          .groupBy(['c.vendorId', 'cm.machineId'])
          .as('o'),
      )
      .innerJoinLateral(
        look =>
          look
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
        sql<number>`(sum(o.unsettled - o.answered) over ())::int8`.as('allWaiting'),
        sql<number>`count(*) filter (where o.open > 0) over ()`.as('allMachines'),
      ])
      .orderBy('o.open', 'desc')
      .orderBy(sql`m.name collate "tr-x-icu"`)
      .orderBy('o.machineId')
      .limit(most),
  )
const openOfAll = openByMachine(false)
const openOfMembers = openByMachine(true)
