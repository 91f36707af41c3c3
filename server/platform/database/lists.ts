import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { type ListQuery, maxCountedRows, maxFoundRows } from '#contract/paging.ts'
import { fold } from '#contract/text/turkish.ts'
import type { Batch } from './batches.ts'
import type { Db } from './database.ts'
import { cached } from './ttl-cache.ts'

/** A client's list query; `batch` limits a list without pages. */
export type ListRequest<S extends string = string> = Omit<ListQuery, 'sort'> & {
  sort?: S | undefined
  batch?: Batch | undefined
}
type ColumnOf<S extends string> = S extends `-${infer C}` ? C : S

/** Whether the query asks for a page, not for the whole list; `filters`
 * are values of the feature's own parameters that ask for one. */
export const hasPage = ({ page, size, sort, search }: ListRequest, filters: unknown[] = []) =>
  [page, size, sort, search, ...filters].some(value => value !== undefined)

const maxRowsOf = ({ search }: ListRequest) => (search ? maxFoundRows : maxCountedRows)

/** The limit and offset of a page; limit 0 past the maximum number of rows. */
export function pageOf(
  { page = 0, size = 10, search }: ListRequest,
  maxRows = maxRowsOf({ search }),
) {
  const offset = Math.min(page * size, maxRows)
  return { limit: Math.min(size, maxRows - offset), offset }
}

/** The total of a response, capped at `maxRows`; `more` when there are more rows. */
export const totalOf = (rows: number, maxRows: number): { total: number; more?: true } =>
  rows > maxRows ? { total: maxRows, more: true } : { total: rows }

/** The pattern of `like` on a folded column; null without a search. */
export function patternOf({ search = '' }: ListRequest): string | null {
  const folded = search && fold(search)
  return folded === '' ? null : `%${folded.replace(/[\\%_]/g, '\\$&')}%`
}

/** The column and direction of a sort such as `-dateCreated`; by default `newest`, descending. */
export function orderOf<C extends string>(
  { sort }: ListRequest,
  newest: C,
): { column: C; direction: 'asc' | 'desc' } {
  if (!sort) return { column: newest, direction: 'desc' }
  return sort.startsWith('-')
    ? { column: sort.slice(1) as C, direction: 'desc' }
    : { column: sort as C, direction: 'asc' }
}

/** The SQL of a column such as `users.name` in the collation `turkish`, for `order by`. */
export const inTurkishCollation = (column: string) => sql`${sql.ref(column)} collate turkish`

type List<DB, T extends keyof DB, N extends string, S extends string> = {
  /** `id` breaks ties of the order; `search` are folded columns;
   * `filters` ask for a page, as `page` and `sort` do. */
  name: N
  id: ReferenceExpression<DB, T>
  search?: ReferenceExpression<DB, T>[]
  filters?: unknown[]
  order: Record<ColumnOf<S> | 'dateCreated', ReturnType<typeof sql> | ReferenceExpression<DB, T>>
}
type ListPage<N extends string, O> = Record<N, O[]> & { total?: number; more?: true }

/** A page of a list with its total, or the whole list. */
export async function readList<DB, T extends keyof DB, O, const N extends string, S extends string>(
  db: Db,
  query: SelectQueryBuilder<DB, T, O>,
  listQuery: ListRequest<S>,
  { name, id, search = [], filters, order }: List<DB, T, N, S>,
): Promise<ListPage<N, O>> {
  const pattern = patternOf(listQuery)
  const found =
    search.length > 0 && pattern
      ? query.where(eb => eb.or(search.map(column => eb(column, 'like', pattern as never))))
      : query
  const { column, direction } = orderOf<keyof typeof order>(listQuery, 'dateCreated')
  const sorted = found.orderBy(order[column] as never, direction).orderBy(id as never, direction)
  const { batch } = listQuery
  if (!hasPage(listQuery, filters)) {
    const rows = batch
      ? await batch.read(sorted, order.dateCreated as never, id)
      : await sorted.execute()
    return { [name]: rows } as ListPage<N, O>
  }
  const { limit, offset } = pageOf(listQuery)
  const [rows, total] = await Promise.all([
    sorted.limit(limit).offset(offset).execute(),
    count(db, found.clearSelect().select(sql`1`.as('one')) as never, maxRowsOf(listQuery) + 1),
  ])
  return { [name]: rows, ...totalOf(total, maxRowsOf(listQuery)) } as ListPage<N, O>
}

type Countable = {
  limit(rows: number): { compile(): { sql: string; parameters: readonly unknown[] } }
}

async function count(db: Db, query: Countable, maxRows: number): Promise<number> {
  const { sql: text, parameters } = query.limit(maxRows).compile()
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

/** The total of the vendor's list `list`; from 200 rows it is cached for 5 s. */
export const cachedTotal = (db: Db, list: string, count: () => Promise<number>): Promise<number> =>
  cached(db, list, count, { size: total => total, minSize: 200, ttlMs: 5_000 })
