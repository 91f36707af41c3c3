import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { mostCounted, mostFound } from '#contract/paging.ts'
import { type TicketQuery, TicketStatus } from '#contract/tickets.ts'
import { type Db, prepared } from '#platform/database.ts'
import { asksForPage, keptTotal, orderOf, pageOf, patternOf } from '#platform/lists.ts'
import { portionSize } from '#platform/portions.ts'
import type { Schema } from '#platform/schema.ts'
import { one, ticketRows } from './ticket-rows.ts'
import { companiesOf, visibleTickets, which } from './visible.ts'

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
/** Of a search, `most` are as many of the newest as are looked for. */
type Values = {
  domain: string
  company: string
  userId: string
  pattern: string
  limit: number
  offset: number
  most: number
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
  const paged = asksForPage({ ...query, company: as === 'team' ? company : undefined })
  const shape: Shape = {
    as,
    own: as === 'account' && actor.role !== 'operator',
    company: company !== undefined,
    status: query.status ?? (query.archived === 'true' ? 'archived' : 'notArchived'),
    search: pattern !== null,
    column: column as Shape['column'],
    direction,
    paged,
    portion: paged || !db.portion ? 'none' : db.portion.after ? 'later' : 'first',
  }
  const { limit, offset } = pageOf(query)
  const most = column === 'dateCreated' && direction === 'desc' ? offset + limit : mostFound
  const values = {
    domain,
    company: company ?? '',
    userId: actor.userId,
    pattern: pattern ?? '',
    limit,
    offset,
    most,
    after: db.portion?.after?.date ?? '',
    afterId: db.portion?.after?.id ?? '',
  }
  const key = JSON.stringify(shape)
  const list = written.get(key) ?? { rows: writeRows(shape), total: writeTotal(shape) }
  written.set(key, list)
  if (!paged) {
    const rows = await list.rows(db, values)
    return { tickets: db.portion?.endsWith(rows) ?? rows }
  }
  const count = () =>
    keptTotal(
      db,
      `${key} ${company} ${shape.own && actor.userId} ${pattern}`,
      async () => (await list.total(db, { ...values, most: mostFound }))[0]?.total ?? 0,
    )
  if (!shape.search) {
    const [tickets, total] = await Promise.all([list.rows(db, values), count()])
    return { tickets, total }
  }
  // Most searches find less than a page: then it is known how many there are.
  const tickets = await list.rows(db, values)
  const isLast = tickets.length < limit && (tickets.length > 0 || offset === 0)
  return { tickets, total: isLast ? offset + tickets.length : await count() }
}

const written = new Map<string, { rows: ReturnType<typeof writeRows>; total: ReturnType<typeof writeTotal> }>()

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
        .$if(shape.portion !== 'none', q => q.limit(sql.lit(portionSize))),
      values.domain,
    )
      .$if(shape.portion !== 'none', q => q.select(sql<string>`t.date_created::text`.as('exact')))
      .orderBy(shape.column === 'title' ? sql`t.title collate "tr-x-icu"` : `t.${shape.column}`, shape.direction)
      .orderBy('t.id', shape.direction),
  )

/** How many rows a list has, as far as they are counted. */
const writeTotal = (shape: Shape) =>
  prepared((db, values: Values) =>
    db
      .selectFrom(
        shape.search
          ? found(db, shape, values)
              .$if(shape.own, q => q.where(eb => eb(eb.val(values.company), 'in', companiesOf(db, values.userId))))
              .select('found.id')
              .as('counted')
          : chosen(db, shape, values).select('tickets.id').limit(sql.lit(mostCounted)).as('counted'),
      )
      .select(sql<number>`count(*)`.as('total')),
  )

const listed = (db: Kysely<Schema>, shape: Shape, values: Values) => chosen(db, shape, values).selectAll('tickets')

/** Each found ticket is looked up by its id; without the limit all of the vendor's might be read to find these. */
const searched = (db: Kysely<Schema>, shape: Shape, values: Values) =>
  found(db, shape, values)
    .innerJoinLateral(
      chosen(db, shape, values).where('tickets.id', '=', sql.ref<string>('found.id')).selectAll('tickets').limit(one).as('tickets'),
      join => join.onTrue(),
    )
    .selectAll('tickets')

/** The newest tickets of a list that a search finds. The database finds them without row-level security, in this vendor's rows. */
const found = (db: Kysely<Schema>, { company, status }: Shape, values: Values) =>
  db.selectFrom(
    sql<{
      id: string
    }>`tickets_found(${values.pattern}, ${company ? values.company : sql.lit(null)}, ${sql.lit(status)}, ${values.most})`.as<'found'>(
      sql`found(id)`,
    ),
  )

/** The tickets that a list chooses from those one may see. */
const chosen = (db: Kysely<Schema>, shape: Shape, values: Values) =>
  visibleTickets(db, shape.own ? values.userId : null)
    .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
    .$if(shape.status === 'notArchived', q => q.where('tickets.status', '!=', sql.lit('archived')))
    .$if(shape.status === 'waiting', q => q.where(sql.raw<boolean>(which.forTeam)))
    .$if(shape.status === 'answered', q => q.where(sql.raw<boolean>(which.forMembers)))
    .$if(
      TicketStatus.options.some(each => each === shape.status),
      q => q.where('tickets.status', '=', sql.lit(shape.status as TicketStatus)),
    )
