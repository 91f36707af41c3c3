import { sql } from 'kysely'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { inTurkishCollation } from '#platform/database/lists.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import { cached } from '#platform/database/ttl-cache.ts'
import { asMember, prepareForViewer, type Viewer } from '../companies/viewer.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { isAwake, isOfStatus, statesOfCompany, ticketsOfCompany } from './visible-tickets.ts'

// By covering indexes (record 0005). Cached by set of companies,
// not by user: memberships may change before the next call.
const cacheOptions = { minSize: 10_000, ttlMs: 15_000 }

/** `starts` are the ascending instants at which the weeks begin; the last week is open-ended. */
export async function countByWeek(db: Db, viewer: Viewer, starts: string[]) {
  const values = { starts, first: starts[0] ?? '' }
  const companies = await companySetOf(db, viewer)
  return cached(
    db,
    `tickets by week ${companies} ${starts.join()}`,
    async () => {
      const [openedIn, closedIn] = await Promise.all([
        openedByWeek(db, viewer, values),
        closedByWeek(db, viewer, values),
      ])
      const inWeek = (rows: typeof openedIn, week: number) =>
        rows.find(row => row.week === week)?.tickets ?? 0
      return starts.map((_, i) => ({
        opened: inWeek(openedIn, i + 1),
        closed: inWeek(closedIn, i + 1),
      }))
    },
    {
      size: weeks => weeks.reduce((sum, { opened, closed }) => sum + opened + closed, 0),
      ...cacheOptions,
    },
  )
}

/** The open tickets by machine model, most first; beside them, how many await
 * whose reply, for the team without the ones that it has snoozed. */
export async function countOpen(db: Db, viewer: Viewer, limit: number) {
  const companies = await companySetOf(db, viewer)
  return cached(
    db,
    `open tickets ${companies} ${limit}`,
    async () => {
      const [machines, [waiting]] = await Promise.all([
        openByMachine(db, viewer, { limit }),
        countWaiting(db, viewer, {}),
      ])
      const { allOpen: open = 0, allMachines = 0 } = machines[0] ?? {}
      const listed = machines.reduce((sum, machine) => sum + machine.open, 0)
      return {
        open,
        awaitingTeam: waiting?.team ?? 0,
        awaitingCustomer: waiting?.customer ?? 0,
        byMachine: {
          machines: machines.map(({ _id, name, open }) => ({ _id, name, open })),
          others: { machines: allMachines - machines.length, open: open - listed },
        },
      }
    },
    {
      size: ({ awaitingTeam, awaitingCustomer }) => awaitingTeam + awaitingCustomer,
      ...cacheOptions,
    },
  )
}

const companySetOf = async (db: Db, viewer: Viewer) =>
  viewer.of === 'team'
    ? 'all'
    : ((await hashCompanies(db, { memberId: viewer.userId }))[0]?.hash ?? 'none')
const hashCompanies = prepareQuery((db, { memberId }: Placeholders<{ memberId: string }>) =>
  db
    .selectFrom(visibleCompanies(db, asMember(memberId)).as('c'))
    .select(
      sql<
        string | null
      >`encode(sha256(convert_to(string_agg(c.id::text, ' ' order by c.id), 'UTF8')), 'hex')`.as(
        'hash',
      ),
    ),
)

/** A member's companies with their open tickets, most first;
 * `waiting` are those that await the member's reply. */
export const countOpenByCompany = prepareQuery(
  (db, { memberId, limit }: Placeholders<{ memberId: string; limit: number }>) =>
    db
      .selectFrom(visibleCompanies(db, asMember(memberId)).as('company'))
      .innerJoinLateral(
        lookUp(db, 'companies', 'company.id')
          .select(['companies.name', 'companies.dateSupportEnd'])
          .as('c'),
        onTrue,
      )
      .innerJoinLateral(
        ticketsOfCompany(db, 'company').where(isOfStatus('open')).select(all.as('open')).as('t'),
        onTrue,
      )
      .innerJoinLateral(
        statesOfCompany(db, 'company')
          .where('ticketStates.waitingFor', '=', sql.lit('customer'))
          .select(all.as('waiting'))
          .as('s'),
        onTrue,
      )
      .select(['company.id as _id', 'c.name', 'c.dateSupportEnd', 't.open', 's.waiting'])
      .orderBy('t.open', 'desc')
      .orderBy(inTurkishCollation('c.name'))
      .orderBy('company.id')
      .limit(limit),
)

const all = sql<number>`count(*)`
const sum = (column: string) => sql<number>`sum(${sql.ref(column)})::int8`

type Weeks = { starts: string[]; first: string }
const ticketsByWeek = (column: 'dateCreated' | 'dateClosed') =>
  prepareForViewer((db, viewer, { starts, first }: Placeholders<Weeks>) =>
    db
      .selectFrom(visibleCompanies(db, viewer).as('c'))
      .innerJoinLateral(
        ticketsOfCompany(db, 'c')
          .where(`tickets.${column}`, '>=', first)
          .select([
            sql<number>`width_bucket(${sql.ref(`tickets.${column}`)}, ${starts}::timestamptz[])`.as(
              'week',
            ),
            all.as('tickets'),
          ])
          .groupBy('week')
          .as('w'),
        onTrue,
      )
      .select(['w.week', sum('w.tickets').as('tickets')])
      .groupBy('w.week'),
  )
const openedByWeek = ticketsByWeek('dateCreated')
const closedByWeek = ticketsByWeek('dateClosed')

const countWaiting = prepareForViewer((db, viewer) => {
  const isForTeam = sql`ticket_states.waiting_for = 'team'`
  const isCounted = viewer.of === 'team' ? sql`${isForTeam} and ${isAwake}` : isForTeam
  return db
    .selectFrom(visibleCompanies(db, viewer).as('c'))
    .innerJoinLateral(
      statesOfCompany(db, 'c')
        .where('ticketStates.waitingFor', 'is not', null)
        .select([
          sql<number>`count(*) filter (where ${isCounted})`.as('team'),
          sql<number>`count(*) filter (where ticket_states.waiting_for = 'customer')`.as(
            'customer',
          ),
        ])
        .as('s'),
      onTrue,
    )
    .select([sum('s.team').as('team'), sum('s.customer').as('customer')])
})

const openByMachine = prepareForViewer((db, viewer, { limit }: Placeholders<{ limit: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom(visibleCompanies(db, viewer).as('c'))
        .innerJoinLateral(
          ticketsOfCompany(db, 'c')
            .where(isOfStatus('open'))
            .select([
              sql.ref<string>('c.vendorId').as('vendorId'),
              'tickets.companyMachineId',
              all.as('open'),
            ])
            .groupBy('tickets.companyMachineId')
            .as('t'),
          onTrue,
        )
        .innerJoinLateral(
          lookUp(db, 'companyMachines', 't.companyMachineId')
            .select('companyMachines.machineId')
            .as('cm'),
          onTrue,
        )
        .select(['c.vendorId', 'cm.machineId', sum('t.open').as('open')])
        .groupBy(['c.vendorId', 'cm.machineId'])
        .as('o'),
    )
    .innerJoinLateral(lookUp(db, 'machines', 'o.machineId').select('machines.name').as('m'), onTrue)
    .select([
      'o.machineId as _id',
      'm.name',
      'o.open',
      sql<number>`(sum(o.open) over ())::int8`.as('allOpen'),
      sql<number>`count(*) over ()`.as('allMachines'),
    ])
    .orderBy('o.open', 'desc')
    .orderBy(inTurkishCollation('m.name'))
    .orderBy('o.machineId')
    .limit(limit),
)
