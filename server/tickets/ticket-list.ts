import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { mostCounted, mostFound } from '#contract/paging.ts'
import { type TicketQuery, TicketStatus } from '#contract/tickets.ts'
import { batchSize } from '#platform/database/batches.ts'
import { type Db, prepared } from '#platform/database/database.ts'
import { cachedTotal, hasPage, orderOf, pageOf, patternOf, totalOf } from '#platform/database/lists.ts'
import type { Schema } from '#platform/database/schema.ts'
import { limitOne, ticketRows } from './ticket-rows.ts'
import { companiesOf, ticketFilters, visibleTickets } from './visible-tickets.ts'

/** Which list it is; what it is filled with are its values. There are few, and each is written once. */
type Shape = {
  as: 'team' | 'account'
  /** an account user sees those of their own companies; the others of any */
  own: boolean
  company: boolean
  status: TicketQuery['status'] | 'notArchived'
  search: boolean
  column: 'dateCreated' | 'title' | 'dateLastMessage'
  direction: 'asc' | 'desc'
  paged: boolean
  portion: 'none' | 'first' | 'later'
}
/** What is looked for: `most` are as many of the newest as are found. */
type Search = { company: string; userId: string; pattern: string; most: number }
/** Of a search, `found` are those that it found. */
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

/** A page of tickets, or all of them: those of one company, or of the vendor. */
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
    portion: paged || !db.batch ? 'none' : db.batch.after ? 'later' : 'first',
  }
  const { limit, offset } = pageOf(query)
  const key = JSON.stringify(shape)
  const list = written.get(key) ?? { rows: writeRows(shape), total: writeTotal(shape), found: writeFound(shape) }
  written.set(key, list)
  const of = { company: company ?? '', userId: actor.userId }
  const rowsOf = (found: string[] = [], from = offset) =>
    list.rows(db, {
      ...of,
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
    const most = newestFirst ? pastPage(offset + limit) : mostFound
    const [answer] = await list.found(db, { ...of, pattern, most: most + 1 })
    const found = answer?.found ?? []
    if (found.length <= offset) return { tickets: [], ...totalOf(found.length, most) }
    const tickets = newestFirst ? await rowsOf(found.slice(offset, offset + limit), 0) : await rowsOf(found.slice(0, most))
    return { tickets, ...totalOf(found.length, most) }
  }
  const counted = mostCounted + 1
  const count = async () => (await list.total(db, { ...of, counted }))[0]?.total ?? 0
  const [tickets, total] = await Promise.all([rowsOf(), cachedTotal(db, `${key} ${company} ${shape.own && actor.userId}`, count)])
  return { tickets, ...totalOf(total, mostCounted) }
}

/** As many of the newest as are looked for, so that one sees that there are others: the next ten past the page. */
const pastPage = (end: number) => Math.min((Math.floor(end / 10) + 1) * 10, mostFound)

const written = new Map<
  string,
  { rows: ReturnType<typeof writeRows>; total: ReturnType<typeof writeTotal>; found: ReturnType<typeof writeFound> }
>()

/** The page is found on the tickets alone, by their index or by a search. */
const writeRows = (shape: Shape) =>
  prepared((db, values: Values) =>
    ticketRows(
      db,
      (shape.search ? searched : listed)(db, shape, values)
        .orderBy(shape.column === 'title' ? sql`tickets.title collate "tr-x-icu"` : `tickets.${shape.column}`, shape.direction)
        .orderBy('tickets.id', shape.direction)
        .$if(shape.paged, q => q.limit(values.limit).offset(values.offset))
        .$if(shape.portion === 'later', q =>
          q.where(sql<boolean>`(tickets.date_created, tickets.id) < (${values.after}::timestamptz, ${values.afterId}::uuid)`),
        )
        .$if(shape.portion !== 'none', q => q.limit(sql.lit(batchSize))),
      values.domain,
    )
      .$if(shape.portion !== 'none', q => q.select(sql<string>`t.date_created::text`.as('exact')))
      .orderBy(shape.column === 'title' ? sql`t.title collate "tr-x-icu"` : `t.${shape.column}`, shape.direction)
      .orderBy('t.id', shape.direction),
  )

/** How many rows a list has, as far as they are counted. */
const writeTotal = (shape: Shape) =>
  prepared((db, values: { company: string; userId: string; counted: number }) =>
    db
      .selectFrom(chosen(db, shape, values).select('tickets.id').limit(values.counted).as('counted'))
      .select(sql<number>`count(*)`.as('total')),
  )

/** The newest tickets of a list that a search finds. The database finds them without row-level security, in this vendor's rows. */
const writeFound = ({ company, own, status }: Shape) =>
  prepared((db, search: Search) =>
    db
      .selectNoFrom(
        sql<string[]>`tickets_found(${search.pattern}, ${company ? search.company : sql.lit(null)}, ${sql.lit(status)}, ${search.most})`.as(
          'found',
        ),
      )
      .$if(own, q => q.where(eb => eb(eb.val(search.company), 'in', companiesOf(db, search.userId)))),
  )

const listed = (db: Kysely<Schema>, shape: Shape, values: Values) => chosen(db, shape, values).selectAll('tickets')

/** Each found ticket is looked up by its id; without the limit all of the vendor's might be read to find these. */
const searched = (db: Kysely<Schema>, shape: Shape, values: Values) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${values.found}::uuid[])`.as<'found'>(sql`found(id)`))
    .innerJoinLateral(
      chosen(db, shape, values).where('tickets.id', '=', sql.ref<string>('found.id')).selectAll('tickets').limit(limitOne).as('tickets'),
      join => join.onTrue(),
    )
    .selectAll('tickets')

/** The tickets that a list chooses from those one may see. */
const chosen = (db: Kysely<Schema>, shape: Shape, values: { company: string; userId: string }) =>
  visibleTickets(db, shape.own ? values.userId : null)
    .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
    .$if(shape.status === 'notArchived', q => q.where('tickets.status', '!=', sql.lit('archived')))
    .$if(shape.status === 'waiting', q => q.where(sql.raw<boolean>(ticketFilters.forTeam)))
    .$if(shape.status === 'answered', q => q.where(sql.raw<boolean>(ticketFilters.forMembers)))
    .$if(
      TicketStatus.options.some(each => each === shape.status),
      q => q.where('tickets.status', '=', sql.lit(shape.status as TicketStatus)),
    )
