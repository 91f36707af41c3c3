import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { mostCounted } from '#contract/paging.ts'
import { type TicketQuery, TicketStatus } from '#contract/tickets.ts'
import { type Db, prepared } from '#platform/database.ts'
import { asksForPage, keptTotal, orderOf, pageOf, patternOf } from '#platform/lists.ts'
import type { Schema } from '#platform/schema.ts'
import { ticketRows } from './ticket-rows.ts'
import { visibleTickets, which } from './visible.ts'

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
}
type Values = { domain: string; company: string; userId: string; pattern: string; limit: number; offset: number }

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
  }
  const values = { domain, company: company ?? '', userId: actor.userId, pattern: pattern ?? '', ...pageOf(query) }
  const key = JSON.stringify(shape)
  const list = written.get(key) ?? { rows: writeRows(shape), total: writeTotal(shape) }
  written.set(key, list)
  if (!paged) return { tickets: await list.rows(db, values) }
  const [tickets, total] = await Promise.all([
    list.rows(db, values),
    keptTotal(db, `${key} ${company} ${shape.own && actor.userId} ${pattern}`, async () => (await list.total(db, values))[0]?.total ?? 0),
  ])
  return { tickets, total }
}

const written = new Map<string, { rows: ReturnType<typeof writeRows>; total: ReturnType<typeof writeTotal> }>()

/** The page is found on the tickets alone, by their index. */
const writeRows = (shape: Shape) =>
  prepared((db, values: Values) =>
    ticketRows(
      db,
      chosen(db, shape, values)
        .selectAll('tickets')
        .orderBy(shape.column === 'title' ? sql`tickets.title collate "tr-x-icu"` : `tickets.${shape.column}`, shape.direction)
        .orderBy('tickets.id', shape.direction)
        .$if(shape.paged, q => q.limit(values.limit).offset(values.offset)),
      values.domain,
    )
      .orderBy(shape.column === 'title' ? sql`t.title collate "tr-x-icu"` : `t.${shape.column}`, shape.direction)
      .orderBy('t.id', shape.direction),
  )

/** How many rows a list has, as far as they are counted. */
const writeTotal = (shape: Shape) =>
  prepared((db, values: Values) =>
    db
      .selectFrom(chosen(db, shape, values).select('tickets.id').limit(sql.lit(mostCounted)).as('counted'))
      .select(sql<number>`count(*)`.as('total')),
  )

/** The tickets that a list chooses from those one may see. */
function chosen(db: Kysely<Schema>, shape: Shape, values: Values) {
  return visibleTickets(db, shape.own ? values.userId : null)
    .$if(shape.company, q => q.where('tickets.companyId', '=', values.company))
    .$if(shape.status === 'notArchived', q => q.where('tickets.status', '!=', sql.lit('archived')))
    .$if(shape.status === 'waiting', q => q.where(sql.raw<boolean>(which.forTeam)))
    .$if(shape.status === 'answered', q => q.where(sql.raw<boolean>(which.forMembers)))
    .$if(
      TicketStatus.options.some(each => each === shape.status),
      q => q.where('tickets.status', '=', sql.lit(shape.status as TicketStatus)),
    )
    .$if(shape.search, q =>
      q.where(eb =>
        eb.or([
          eb('tickets.id', 'in', sql<string>`(select tickets_matching(${values.pattern}, 10000))`),
          eb(
            'tickets.companyId',
            'in',
            eb.selectFrom('companies').select('companies.id').where('companies.search', 'like', values.pattern),
          ),
          eb(
            'tickets.companyMachineId',
            'in',
            eb
              .selectFrom('companyMachines')
              .select('companyMachines.id')
              .where(or =>
                or.or([
                  or('companyMachines.search', 'like', values.pattern),
                  or(
                    'companyMachines.machineId',
                    'in',
                    or.selectFrom('machines').select('machines.id').where(sql`fold(machines.name)`, 'like', values.pattern),
                  ),
                ]),
              ),
          ),
        ]),
      ),
    )
}
