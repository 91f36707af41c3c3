import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { Output, Request, Route } from '#contract/route.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { queryFor } from '../../data/queries.ts'
import { lastPageOf } from './arrangeRows.ts'
import type { FetchedRows, HeldRows } from './heldRows.ts'
import { type PageSize, useTableAddress } from './useTableAddress.ts'

export type ListRoute = Route & { query: z.ZodMiniType }
export type RowOf<R extends ListRoute> = R extends ListRoute
  ? Extract<Output<R>[keyof Output<R>], readonly unknown[]>[number]
  : never

export type TableModel<T> = {
  rows: readonly T[] | undefined
  total: number
  more: boolean
  page: number
  size: number
  sort: string
  search: string
  /** The rows are those of the previous address, until these are loaded. */
  isPlaceholder: boolean
  error: Error | null
  refetch: () => unknown
  canSort: (column: string) => boolean
  setAddress: (next: SearchParams) => void
  held?: HeldRows
}

/** A page of a list call, sorted and searched as the address
 * says. `refetchInterval` in ms; it may depend on the rows. */
export function useTable<R extends ListRoute>(
  route: R,
  request: Request<R> = {},
  {
    sort: defaultSort = '-dateCreated',
    size: defaultSize,
    refetchInterval,
  }: {
    sort?: string
    size?: PageSize
    refetchInterval?: number | ((rows: RowOf<R>[] | undefined) => number)
  } = {},
): TableModel<RowOf<R>> & FetchedRows<RowOf<R>> {
  const isAccepted = (query: SearchParams) => z.safeParse(route.query, query).success
  const { page, size, sort, search, setAddress } = useTableAddress(isAccepted, {
    sort: defaultSort,
    size: defaultSize,
  })

  const query = { ...(request.query as object), page, size, sort, ...(search && { search }) }
  const options = queryFor(route, { ...request, query } as Request<R>)
  const list = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? query => refetchInterval(rowsOf<R>(query.state.data))
        : (refetchInterval ?? false),
    refetchOnWindowFocus: refetchInterval === undefined ? true : 'always',
  })
  const rows = rowsOf<R>(list.data)
  const { total = rows?.length ?? 0, more = false } = (list.data ?? {}) as {
    total?: number
    more?: true
  }

  const lastPage = lastPageOf(total, size)
  const isPastLastPage = !list.isPlaceholderData && rows?.length === 0 && page > lastPage
  useEffect(() => {
    if (isPastLastPage) setAddress({ page: String(lastPage) })
  }, [isPastLastPage, lastPage, setAddress])

  return {
    rows,
    total,
    more,
    page,
    size,
    sort,
    search,
    isPlaceholder: list.isPlaceholderData,
    source: hashKey(options.queryKey),
    isFetching: list.isFetching,
    error: list.error,
    refetch: list.refetch,
    canSort: column => isAccepted({ sort: column }),
    setAddress,
  }
}

export const rowsOf = <R extends ListRoute>(response: Output<R> | undefined) =>
  response && (Object.values(response).find(Array.isArray) as RowOf<R>[])
