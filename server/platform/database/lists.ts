import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { type ListQuery, mostCounted, mostFound } from '#contract/paging.ts'
import { fold } from '#contract/turkish.ts'
import type { Db } from './database.ts'
import { cached } from './ttl-cache.ts'

/** Whether a page is asked for; otherwise the whole list is. `archived` and ids only choose which list it is. */
export const hasPage = (asked: ListQuery & { status?: unknown; company?: unknown }) =>
  [asked.page, asked.size, asked.sort, asked.search, asked.status, asked.company].some(value => value !== undefined)

/** How far a list reaches, as it is asked for. */
const maxRowsOf = ({ search }: ListQuery) => (search ? mostFound : mostCounted)

/** Which rows a page holds; none past how far the list reaches. */
export function pageOf({ page = 0, size = 10, search }: ListQuery) {
  const most = maxRowsOf({ search })
  const offset = Math.min(page * size, most)
  return { limit: Math.min(size, most - offset), offset }
}

/** What an answer says of so many rows, where it tells of no more than `most` of them. */
export const totalOf = (rows: number, most: number): { total: number; more?: true } =>
  rows > most ? { total: most, more: true } : { total: rows }

/** A search as the pattern of `like` on a folded column, or null where nothing is searched for. */
export const patternOf = ({ search }: ListQuery) => (search ? `%${fold(search).replace(/[\\%_]/g, '\\$&')}%` : null)

/** `-dateCreated` as its column and direction; the newest first where nothing is said. */
export function orderOf<C extends string>({ sort }: ListQuery, newest: C): { column: C; direction: 'asc' | 'desc' } {
  if (!sort) return { column: newest, direction: 'desc' }
  return sort.startsWith('-') ? { column: sort.slice(1) as C, direction: 'desc' } : { column: sort as C, direction: 'asc' }
}

/** Orders texts as Turkish does. */
export const inTurkishOrder = (column: string) => sql`${sql.ref(column)} collate "tr-x-icu"`

/**
 * A list, or the asked page of it with its total (see `listOf`). `order` names what each sortable column sorts by; `newest` is the default, last first,
 * and `id` settles ties so that no row is on two pages.
 */
export async function readList<DB, T extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, T, O>,
  asked: ListQuery,
  order: Record<string, ReturnType<typeof sql> | ReferenceExpression<DB, T>>,
  id: ReferenceExpression<DB, T>,
): Promise<{ rows: O[]; total?: number; more?: true }> {
  const { column, direction } = orderOf(asked, 'dateCreated')
  const sorted = query.orderBy(order[column] as never, direction).orderBy(id as never, direction)
  if (!hasPage(asked)) return { rows: db.batch ? await db.batch.read(sorted, order.dateCreated as never, id) : await sorted.execute() }
  const { limit, offset } = pageOf(asked)
  const [rows, total] = await Promise.all([
    sorted.limit(limit).offset(offset).execute(),
    count(db, query.clearSelect().select(sql`1`.as('one')) as never, maxRowsOf(asked) + 1),
  ])
  return { rows, ...totalOf(total, maxRowsOf(asked)) }
}

type Countable = { limit(most: number): { compile(): { sql: string; parameters: readonly unknown[] } } }

async function count(db: Db, query: Countable, most: number): Promise<number> {
  const { sql: text, parameters } = query.limit(most).compile()
  return cachedTotal(db, `${text} ${JSON.stringify(parameters)}`, async () => {
    const { rows } = await db.executeQuery<{ total: number }>({
      sql: `select count(*) as total from (${text}) as counted`,
      parameters,
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'count' },
    })
    return rows[0]?.total ?? 0
  })
}

/**
 * How many rows a list has, as far as it reaches. Small counts are exact at each call; larger ones are kept for some seconds,
 * so that a list costs the same however long it is. `list` tells one of a vendor's lists from the others.
 */
export const cachedTotal = (db: Db, list: string, count: () => Promise<number>): Promise<number> =>
  cached(db, list, count, { size: total => total, from: 200, ms: 5_000 })
