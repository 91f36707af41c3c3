import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { Output, Request, Route } from '#contract/route.ts'
import { queryFor } from '../../data/queries.ts'
import { type TableState, useTableAddress } from './useTableAddress.ts'

type ListRoute = Route & { query: z.ZodMiniType }
type Row<R extends ListRoute> = R extends ListRoute ? Extract<Output<R>[keyof Output<R>], readonly unknown[]>[number] : never

export type TableOf<T> = {
  rows: readonly T[] | undefined
  total: number
  /** There are others past the total. */
  more: boolean
  page: number
  size: number
  sort: string
  search: string
  /** Rows of another place, until this one's are here. */
  waiting: boolean
  error: Error | null
  retry: () => unknown
  sortable: (column: string) => boolean
  go: (next: TableState) => void
}

/**
 * A page of a list call, sorted and searched by the server as the address says; its rows, whatever the call names them.
 * `every` asks again after so many milliseconds, for rows that grow old; the rows may say how many.
 */
export function useTable<R extends ListRoute>(
  route: R,
  given: Request<R> = {},
  { sort: firstSort = '-dateCreated', every }: { sort?: string; every?: number | ((rows: Row<R>[] | undefined) => number) } = {},
): TableOf<Row<R>> {
  const accepts = (query: TableState) => z.safeParse(route.query, query).success
  const { page, size, sort, search, go } = useTableAddress(accepts, { sort: firstSort })

  const query = { ...(given.query as object), page, size, sort, ...(search && { search }) }
  const list = useQuery({
    ...queryFor(route, { ...given, query } as Request<R>),
    placeholderData: keepPreviousData,
    refetchInterval: typeof every === 'function' ? query => every(rowsOf<R>(query.state.data)) : (every ?? false),
    refetchOnWindowFocus: every === undefined ? true : 'always',
  })
  const rows = rowsOf<R>(list.data)
  const { total = rows?.length ?? 0, more = false } = (list.data ?? {}) as { total?: number; more?: true }

  const last = Math.max(0, Math.ceil(total / size) - 1)
  const past = !list.isPlaceholderData && rows?.length === 0 && page > last
  useEffect(() => {
    if (past) go({ page: String(last) })
  }, [past, last, go])

  return {
    rows,
    total,
    more,
    page,
    size,
    sort,
    search,
    waiting: list.isPlaceholderData,
    error: list.error,
    retry: list.refetch,
    sortable: column => accepts({ sort: column }),
    go,
  }
}

const rowsOf = <R extends ListRoute>(answer: Output<R> | undefined) => answer && (Object.values(answer).find(Array.isArray) as Row<R>[])
