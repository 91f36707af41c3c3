import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { maxCountedRows, maxFoundRows } from '#contract/paging.ts'
import { fold } from '#contract/text/turkish.ts'
import type { TicketQuery } from '#contract/tickets.ts'
import { Batch, batchSize } from '#platform/database/batches.ts'
import type { Db, Placeholders, Values } from '#platform/database/database.ts'
import {
  cachedTotal,
  hasPage,
  inTurkishCollation,
  type ListRequest,
  orderOf,
  pageOf,
  patternOf,
  totalOf,
} from '#platform/database/lists.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { prepareForViewer, type ViewerOfQuery } from '../companies/viewer.ts'
import { companyIdsOf } from '../companies/visible-companies.ts'
import {
  type AskedFilter,
  askedFilters,
  conditionsFor,
  filterCondition,
  readsStates,
} from './filter-conditions.ts'
import {
  asksStates,
  type ListCondition,
  listCondition,
  listsOfAccount,
  listsOfTeam,
} from './list-conditions.ts'
import { fullNameOf, type Reader, ticketRowsFor, withDomain } from './ticket-rows.ts'
import { viewerAs } from './ticket-scope.ts'
import { isOfMany } from './ticket-topics.ts'
import { stateOf, ticketOfState, visibleStates, visibleTickets } from './visible-tickets.ts'

/** What a list's statements depend on; each shape is prepared once. */
type Shape = {
  company: boolean
  /** each ticket needs one more look-up where there are any */
  filters: AskedFilter[]
  /** few tickets that have it are read; otherwise those of the list, and probed for it */
  topic: 'read' | 'probed' | null
  list: ListCondition
  column:
    | 'dateCreated'
    | 'title'
    | 'dateLastMessage'
    | 'dateClosed'
    | 'companyName'
    | 'createdByName'
    | 'machineName'
    | 'assigneeName'
    | 'dateDue'
  direction: 'asc' | 'desc'
  paged: boolean
}
type Scope = Reader & Record<AskedFilter, string> & { company: string }

export async function listTickets(
  db: Db,
  actor: Actor,
  domain: string,
  as: 'team' | 'account',
  company: string | undefined,
  query: Omit<TicketQuery, 'company'> & ListRequest,
) {
  const pattern = patternOf({ search: withPlainNumber(query.search) })
  const { column, direction } = orderOf<Shape['column']>(query, 'dateCreated')
  const { assignee = '', model = '', topic = '', priority = '', from = '', until = '' } = query
  const filter = { assignee, model, topic, priority, from, until }
  const filters = askedFilters(query)
  const paged = hasPage(query, [query.status, as === 'team' ? company : undefined, ...filters])
  const shape: Shape = {
    company: company !== undefined,
    filters,
    topic: topic === '' ? null : (await isOfMany(db, topic)) ? 'probed' : 'read',
    list: listOf(query, as),
    column,
    direction,
    paged,
  }
  const key = JSON.stringify(shape)
  const list = lists.get(key) ?? prepareList(shape)
  lists.set(key, list)
  const isTeam = as === 'team'
  const viewer = viewerAs(as, actor)
  const scope: Scope = { company: company ?? '', userId: actor.userId, isTeam, ...filter }
  // A filter may leave few of many tickets, so that as many are counted as of a search.
  const maxRows = filters.length > 0 || pattern !== null ? maxFoundRows : maxCountedRows
  const page = pageOf(query, maxRows)

  if (!paged) {
    const { batch = new Batch() } = query
    const { date: after, id: afterId } = batch.after ?? newest
    const rows = await list.rows(db, viewer, { ...scope, ...page, after, afterId })
    return { tickets: withDomain(batch.setCursor(rows), domain) }
  }
  if (pattern !== null) {
    const { maxFound, ...range } = rangeOf(shape, page)
    const asked = conditionsFor(query)
    const most = maxFound + 1
    const rows = await list.search(db, viewer, { ...scope, ...range, pattern, most, asked })
    const found = rows.filter(({ _id }) => _id !== null)
    return {
      tickets: withDomain(found, domain) as never,
      ...totalOf(rows[0]?.found ?? 0, maxFound),
    }
  }
  const count = async () =>
    (await list.total(db, viewer, { ...scope, counted: maxRows + 1 }))[0]?.total ?? 0
  const [rows, total] = await Promise.all([
    list.rows(db, viewer, { ...scope, ...page, after: '', afterId: '' }),
    cachedTotal(
      db,
      `${key} ${company} ${JSON.stringify([viewer, filter])} ${shape.list.assignee_id === 'caller' ? actor.userId : ''}`,
      count,
    ),
  ])
  return { tickets: withDomain(rows, domain), ...totalOf(total, maxRows) }
}

/** `# 1180` and `#1180.` search for the number as `#1180` does. */
const withPlainNumber = (search = '') => fold(search).replace(/^# ?(\d{1,9})\.?$/, '#$1')

function listOf(
  { status, archived }: Pick<TicketQuery, 'status' | 'archived'>,
  as: 'team' | 'account',
): ListCondition {
  const lists: Partial<typeof listsOfTeam> = as === 'team' ? listsOfTeam : listsOfAccount
  const list = lists[status ?? (archived === 'true' ? 'archived' : 'notArchived')]
  if (!list) throw notFound() // a list of the team, which the contract refuses
  return list
}

const newest = { date: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const prepareList = (shape: Shape) => ({
  rows: prepareRows(shape),
  total: prepareTotal(shape),
  search: prepareSearch(shape),
})
const lists = new Map<string, ReturnType<typeof prepareList>>()

/** The page is selected from the tickets alone, by index, before the joins. */
const prepareRows = (shape: Shape) =>
  prepareForViewer(
    (
      db,
      viewer,
      values: Placeholders<
        Scope & { limit: number; offset: number; after: string; afterId: string }
      >,
    ) => {
      const part = shape.paged
        ? pageOfTickets(db, viewer, shape, values)
        : sortedTickets(db, viewer, shape, values)
            .where(
              sql<boolean>`(tickets.date_created, tickets.id) < (${values.after}::timestamptz, ${values.afterId}::uuid)`,
            )
            .limit(sql.lit(batchSize))
      const rows = ticketRowsFor(db, part, values).$if(!shape.paged, q =>
        q.select(sql<string>`t.date_created::text`.as('exact')),
      )
      return db
        .selectFrom(rows.as('row'))
        .selectAll('row')
        .orderBy(sortKey(shape), shape.direction)
        .orderBy('row._id', shape.direction)
    },
  )

const prepareTotal = (shape: Shape) =>
  prepareForViewer((db, viewer, values: Placeholders<Scope & { counted: number }>) => {
    const counted = isFiltered(shape)
      ? sortedTickets(db, viewer, { ...shape, ...countedBy(shape), column: 'dateCreated' }, values)
          .clearOrderBy()
          .clearSelect()
          .select('tickets.id')
      : !asksStates(shape.list)
        ? ticketsInList(db, viewer, shape, values).select('tickets.id')
        : statesInList(db, viewer, shape, values).select('ticketStates.ticketId as id')
    const limited = (counted as never as SelectQueryBuilder<Schema, never, { id: string }>).limit(
      values.counted,
    )
    return db.selectFrom(limited.as('counted')).select(sql<number>`count(*)`.as('total'))
  })

/** Closed tickets may be too many to probe them until so many are counted. */
const countedBy = ({ topic, list }: Shape) =>
  topic && list.status !== undefined && list.status !== 'open' ? { topic: 'read' as const } : {}

/** The newest tickets are found in order, with the next ten rows to show that there are others. */
function rangeOf(
  { column, direction }: Shape,
  { limit, offset }: { limit: number; offset: number },
) {
  if (column !== 'dateCreated' || direction !== 'desc')
    return { first: 1, last: maxFoundRows, limit, offset, maxFound: maxFoundRows }
  const end = offset + limit
  return {
    first: offset + 1,
    last: end,
    limit,
    offset: 0,
    maxFound: Math.min((Math.floor(end / 10) + 1) * 10, maxFoundRows),
  }
}

// `tickets_found` (search.sql) reads this vendor's rows without row-level security (record 0016).
/** Each ticket with the number of all found; a page without tickets is one row of nulls. */
const prepareSearch = (shape: Shape) =>
  prepareForViewer(
    (
      db,
      viewer,
      values: Placeholders<
        Scope & {
          pattern: string
          asked: string
          most: number
          first: number
          last: number
          limit: number
          offset: number
        }
      >,
    ) => {
      const company = shape.company ? values.company : sql.lit(null)
      const list = sql.lit(JSON.stringify(shape.list))
      const search = sql<
        string[]
      >`tickets_found(${values.pattern}, ${company}, ${list}, ${values.userId}, ${values.most}, ${values.asked})`
      // Looked up by id; without the limit the planner may read all of the vendor's tickets.
      const found = db
        .selectFrom(
          sql<{ id: string }>`unnest(found.ids[${values.first}::int:${values.last}::int])`.as<'of'>(
            sql`of(id)`,
          ),
        )
        .innerJoinLateral(
          visibleTickets(db, viewer)
            .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
            .where('tickets.id', '=', sql.ref<string>('of.id'))
            .selectAll('tickets')
            .limit(sql.lit(1))
            .as('tickets'),
          onTrue,
        )
        .$if(isOfStates(shape.column) || shape.column === 'assigneeName', q =>
          q.innerJoinLateral(stateOf(db, 'tickets').as('ticketStates'), onTrue),
        )
      const page = sortTickets(db, found as never, shape, 'tickets')
        .limit(values.limit)
        .offset(values.offset)
      return db
        .with(
          cte => cte('found').materialized(),
          with_ =>
            with_
              .selectNoFrom(search.as('ids'))
              .$call(q =>
                viewer.of === 'team'
                  ? q
                  : q.where(eb => eb(values.company, 'in', companyIdsOf(db, viewer.userId))),
              ),
        )
        .selectFrom('found')
        .leftJoinLateral(ticketRowsFor(db, page, values).as('row'), onTrue)
        .selectAll('row')
        .select(sql<number>`cardinality(found.ids)`.as('found'))
        .orderBy(sortKey(shape), shape.direction)
        .orderBy('row._id', shape.direction)
    },
  )

/** Where the states alone say which tickets a page has, only these are looked up. */
function pageOfTickets(
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  shape: Shape,
  values: ListScope & Values<{ limit: number; offset: number }>,
) {
  const { list, column, direction } = shape
  const { limit, offset } = values
  if (isFiltered(shape) || !asksStates(list) || (column !== 'dateCreated' && !isOfStates(column)))
    return sortedTickets(db, viewer, shape, values).limit(limit).offset(offset)
  const page = statesInList(db, viewer, shape, values)
    .selectAll('ticketStates')
    .orderBy(`ticketStates.${column}`, direction)
    .$if(column === 'dateDue', q => q.orderBy('ticketStates.dateWaiting', direction))
    .orderBy('ticketStates.ticketId', direction)
    .limit(limit)
    .offset(offset)
  return db
    .selectFrom(page.as('ticketStates'))
    .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)
    .selectAll('tickets') as never as ReturnType<typeof sortedTickets>
}

/** Whether a list is sorted by a column of the states. */
const isOfStates = (column: Shape['column']): column is 'dateLastMessage' | 'dateDue' =>
  column === 'dateLastMessage' || column === 'dateDue'

/** A list that asks something of the states, or is sorted
 * by them, is read in the order of the states. */
function sortedTickets(db: Kysely<Schema>, viewer: ViewerOfQuery, shape: Shape, values: ListScope) {
  const is = listCondition(shape.list, values.userId)
  if (shape.topic === 'read') {
    const tickets = ticketsOfTopic(db, viewer, shape, values)
      .where(is)
      .where(isFound(shape, 'ticket_states', values))
    return sortTickets(db, tickets as never, shape, 'ticketStates')
  }
  const isByAssignee = shape.column === 'assigneeName'
  if (!asksStates(shape.list) && !isOfStates(shape.column) && !readsStates(shape.filters)) {
    const tickets = ticketsInList(db, viewer, shape, values).$if(
      isFiltered(shape) || isByAssignee,
      q =>
        q
          .innerJoinLateral(stateOf(db, 'tickets').as('ticketStates'), onTrue)
          .where(isFound(shape, 'tickets', values)),
    )
    return sortTickets(db, tickets as never, shape, 'tickets')
  }
  const tickets = statesInList(db, viewer, shape, values)
    // Without it, each closed ticket before the first open one would be looked up.
    .$if(shape.list.status === 'open', q => q.where('ticketStates.isOpen', '=', sql.lit(true)))
    .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)
    .$if(!asksStates(shape.list), q => q.where(is))
    .$if(isFiltered(shape), q => q.where(isFound(shape, 'ticket_states', values)))
  return sortTickets(db, tickets as never, shape, 'ticketStates')
}

/** Each is looked up with its state: whichever vendor had the plan first, no list is read. */
const ticketsOfTopic = (
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  shape: Shape,
  values: ListScope,
) =>
  db
    .selectFrom('ticketTopics')
    .where('ticketTopics.vendorId', '=', sql<string>`app_vendor()`)
    .where('ticketTopics.topicId', '=', values.topic)
    .innerJoinLateral(
      visibleStates(db, viewer)
        .$if(shape.company, q => q.where('ticketStates.companyId', '=', values.company))
        .where('ticketStates.ticketId', '=', sql.ref<string>('ticketTopics.ticketId'))
        .$if(!asksStates(shape.list) && shape.list.status !== 'notArchived', q =>
          q.where('ticketStates.isOpen', '=', sql.lit(shape.list.status === 'open')),
        )
        .selectAll('ticketStates')
        .limit(sql.lit(1))
        .as('ticketStates'),
      onTrue,
    )
    .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)

const isFiltered = ({ filters }: Shape) => filters.length > 0

/** Whether the filter leaves a ticket; those of a topic may have been read by it. */
function isFound(shape: Shape, source: 'tickets' | 'ticket_states', values: ListScope) {
  const probed = shape.filters.filter(name => name !== 'topic' || shape.topic === 'probed')
  const conditions = probed.map(name => filterCondition(name, source, values[name]))
  return sql<boolean>`(${sql.join([sql.lit(true), ...conditions], sql` and `)})`
}

type ListScope = Values<Omit<Scope, 'isTeam'>>

const ticketsInList = (
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  shape: Shape,
  values: ListScope,
) =>
  visibleTickets(db, viewer)
    .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
    .where(listCondition(shape.list, values.userId))

const statesInList = (
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  shape: Shape,
  values: ListScope,
) => {
  return visibleStates(db, viewer)
    .$if(shape.company, q => q.where('ticketStates.companyId', '=', values.company))
    .$if(asksStates(shape.list), q => q.where(listCondition(shape.list, values.userId)))
}

const nameOfUser = (db: Kysely<Schema>, idColumn: `${string}.${string}`) =>
  lookUp(db, 'users', idColumn).select(fullNameOf('users').as('name'))

const sortTickets = (
  db: Kysely<Schema>,
  tickets: ReturnType<typeof ticketsInList>,
  { column, direction }: Shape,
  source: 'tickets' | 'ticketStates',
) =>
  tickets
    .$if(column === 'companyName', q =>
      q
        .innerJoinLateral(
          lookUp(db, 'companies', 'tickets.companyId').select('companies.name').as('company'),
          onTrue,
        )
        .orderBy(inTurkishCollation('company.name'), direction),
    )
    .$if(column === 'createdByName', q =>
      q
        .innerJoinLateral(nameOfUser(db, 'tickets.createdBy').as('author'), onTrue)
        .orderBy(inTurkishCollation('author.name'), direction),
    )
    .$if(column === 'machineName', q =>
      q
        .innerJoinLateral(
          lookUp(db, 'companyMachines', 'tickets.companyMachineId')
            .select([
              'companyMachines.vendorId',
              'companyMachines.machineId',
              'companyMachines.serialNumber',
            ])
            .as('unit'),
          onTrue,
        )
        .innerJoinLateral(
          lookUp(db, 'machines', 'unit.machineId').select('machines.name').as('model'),
          onTrue,
        )
        .orderBy(inTurkishCollation('model.name'), direction)
        .orderBy(inTurkishCollation('unit.serialNumber'), direction),
    )
    .$if(column === 'assigneeName', q =>
      q
        .leftJoinLateral(nameOfUser(db, 'ticketStates.assigneeId').as('assignee'), onTrue)
        .orderBy(inTurkishCollation('assignee.name'), direction),
    )
    .$if(column === 'title', q => q.orderBy(inTurkishCollation('tickets.title'), direction))
    .$if(column === 'dateClosed', q => q.orderBy('tickets.dateClosed', direction))
    .$if(column === 'dateLastMessage', q =>
      q.orderBy(sql.ref('ticketStates.dateLastMessage'), direction),
    )
    .$if(column === 'dateDue', q =>
      q
        .orderBy(sql.ref('ticketStates.dateDue'), direction)
        .orderBy(sql.ref('ticketStates.dateWaiting'), direction),
    )
    .$if(column === 'dateCreated', q => q.orderBy(sql.ref(`${source}.dateCreated`), direction))
    .orderBy(sql.ref(source === 'tickets' ? 'tickets.id' : 'ticketStates.ticketId'), direction)
    .selectAll('tickets')

function sortKey({ column }: Shape) {
  if (column === 'dateDue') return sql`(row.date_due, row.date_waiting)`
  if (column === 'machineName')
    return sql`(row.machine_name collate turkish, row.serial_number collate turkish)`
  return column.startsWith('date') ? sql.ref(`row.${column}`) : inTurkishCollation(`row.${column}`)
}
