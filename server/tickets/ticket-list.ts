import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { maxCountedRows, maxFoundRows } from '#contract/paging.ts'
import { type TicketQuery, TicketStatus } from '#contract/tickets.ts'
import { batchSize } from '#platform/database/batches.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import { cachedTotal, hasPage, orderOf, pageOf, patternOf, totalOf } from '#platform/database/lists.ts'
import type { Schema } from '#platform/database/schema.ts'
import { limitOne, ticketRows } from './ticket-rows.ts'
import { companiesOf, ticketFilters, visibleTickets } from './visible-tickets.ts'

/** What a list's statements depend on; each shape is prepared once. */
type Shape = {
  as: 'team' | 'account'
  /** account users see only their own companies */
  own: boolean
  company: boolean
  status: TicketQuery['status'] | 'notArchived'
  search: boolean
  column: 'dateCreated' | 'title' | 'dateLastMessage'
  direction: 'asc' | 'desc'
  paged: boolean
  batch: 'none' | 'first' | 'later'
}
type Search = { company: string; userId: string; pattern: string; limit: number }
type Values = {
  domain: string
  company: string
  userId: string
  found: string[]
  limit: number
  offset: number
  after: string
  afterId: string
}

/** A page, a batch or all of the tickets of a company, or of the vendor. */
export async function listTickets(
  db: Db,
  actor: Actor,
  domain: string,
  as: 'team' | 'account',
  company: string | undefined,
  query: Omit<TicketQuery, 'company'>,
) {
  const pattern = patternOf(query)
  const { column, direction } = orderOf(query, 'dateCreated')
  const paged = hasPage({ ...query, company: as === 'team' ? company : undefined })
  const shape: Shape = {
    as,
    own: as === 'account' && actor.role !== 'operator',
    company: company !== undefined,
    status: query.status ?? (query.archived === 'true' ? 'archived' : 'notArchived'),
    search: pattern !== null,
    column: column as Shape['column'],
    direction,
    paged,
    batch: paged || !db.batch ? 'none' : db.batch.after ? 'later' : 'first',
  }
  const { limit, offset } = pageOf(query)
  const key = JSON.stringify(shape)
  const list = statements.get(key) ?? { rows: prepareRows(shape), total: prepareTotal(shape), found: prepareSearch(shape) }
  statements.set(key, list)
  const scope = { company: company ?? '', userId: actor.userId }
  const rowsOf = (found: string[] = [], from = offset) =>
    list.rows(db, {
      ...scope,
      domain,
      found,
      limit,
      offset: from,
      after: db.batch?.after?.date ?? '',
      afterId: db.batch?.after?.id ?? '',
    })
  if (!paged) {
    const rows = await rowsOf()
    return { tickets: db.batch?.setCursor(rows) ?? rows }
  }
  if (pattern !== null) {
    const newestFirst = column === 'dateCreated' && direction === 'desc'
    const maxFound = newestFirst ? limitPastPage(offset + limit) : maxFoundRows
    const [answer] = await list.found(db, { ...scope, pattern, limit: maxFound + 1 })
    const found = answer?.found ?? []
    if (found.length <= offset) return { tickets: [], ...totalOf(found.length, maxFound) }
    const tickets = newestFirst ? await rowsOf(found.slice(offset, offset + limit), 0) : await rowsOf(found.slice(0, maxFound))
    return { tickets, ...totalOf(found.length, maxFound) }
  }
  const counted = maxCountedRows + 1
  const count = async () => (await list.total(db, { ...scope, counted }))[0]?.total ?? 0
  const [tickets, total] = await Promise.all([rowsOf(), cachedTotal(db, `${key} ${company} ${shape.own && actor.userId}`, count)])
  return { tickets, ...totalOf(total, maxCountedRows) }
}

/** How many tickets to search for: ten rows past the page show that there are others. */
const limitPastPage = (end: number) => Math.min((Math.floor(end / 10) + 1) * 10, maxFoundRows)

const statements = new Map<
  string,
  { rows: ReturnType<typeof prepareRows>; total: ReturnType<typeof prepareTotal>; found: ReturnType<typeof prepareSearch> }
>()

/** The page is selected from the tickets alone, by index or by found ids, before the joins. */
const prepareRows = (shape: Shape) =>
  prepareQuery((db, values: Values) =>
    ticketRows(
      db,
      (shape.search ? selectFound : selectListed)(db, shape, values)
        .orderBy(shape.column === 'title' ? sql`tickets.title collate "tr-x-icu"` : `tickets.${shape.column}`, shape.direction)
        .orderBy('tickets.id', shape.direction)
        .$if(shape.paged, q => q.limit(values.limit).offset(values.offset))
        .$if(shape.batch === 'later', q =>
          q.where(sql<boolean>`(tickets.date_created, tickets.id) < (${values.after}::timestamptz, ${values.afterId}::uuid)`),
        )
        .$if(shape.batch !== 'none', q => q.limit(sql.lit(batchSize))),
      values.domain,
    )
      .$if(shape.batch !== 'none', q => q.select(sql<string>`t.date_created::text`.as('exact')))
      .orderBy(shape.column === 'title' ? sql`t.title collate "tr-x-icu"` : `t.${shape.column}`, shape.direction)
      .orderBy('t.id', shape.direction),
  )

const prepareTotal = (shape: Shape) =>
  prepareQuery((db, values: { company: string; userId: string; counted: number }) =>
    db
      .selectFrom(filterTickets(db, shape, values).select('tickets.id').limit(values.counted).as('counted'))
      .select(sql<number>`count(*)`.as('total')),
  )

/** `tickets_found` (migration 0015) reads this vendor's rows without row-level security (docs/decisions/0016). */
const prepareSearch = ({ company, own, status }: Shape) =>
  prepareQuery((db, search: Search) =>
    db
      .selectNoFrom(
        sql<
          string[]
        >`tickets_found(${search.pattern}, ${company ? search.company : sql.lit(null)}, ${sql.lit(status)}, ${search.limit})`.as('found'),
      )
      .$if(own, q => q.where(eb => eb(eb.val(search.company), 'in', companiesOf(db, search.userId)))),
  )

const selectListed = (db: Kysely<Schema>, shape: Shape, values: Values) => filterTickets(db, shape, values).selectAll('tickets')

/** Looks up each found ticket by its id; without the limit the planner may read all of the vendor's tickets. */
const selectFound = (db: Kysely<Schema>, shape: Shape, values: Values) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${values.found}::uuid[])`.as<'found'>(sql`found(id)`))
    .innerJoinLateral(
      filterTickets(db, shape, values)
        .where('tickets.id', '=', sql.ref<string>('found.id'))
        .selectAll('tickets')
        .limit(limitOne)
        .as('tickets'),
      join => join.onTrue(),
    )
    .selectAll('tickets')

const filterTickets = (db: Kysely<Schema>, shape: Shape, values: { company: string; userId: string }) =>
  visibleTickets(db, shape.own ? values.userId : null)
    .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
    .$if(shape.status === 'notArchived', q => q.where('tickets.status', '!=', sql.lit('archived')))
    .$if(shape.status === 'waiting', q => q.where(sql.raw<boolean>(ticketFilters.forTeam)))
    .$if(shape.status === 'answered', q => q.where(sql.raw<boolean>(ticketFilters.forMembers)))
    .$if(
      TicketStatus.options.some(each => each === shape.status),
      q => q.where('tickets.status', '=', sql.lit(shape.status as TicketStatus)),
    )
