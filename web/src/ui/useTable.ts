import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import * as z from 'zod/mini'
import type { Output, Request, Route } from '#contract/route.ts'
import { ask } from '../queries.ts'

export const pageSizes = [10, 20, 30, 40, 50] as const

type ListRoute = Route & { query: z.ZodMiniType }
type Row<R extends ListRoute> = Extract<Output<R>[keyof Output<R>], readonly unknown[]>[number]

/** Where a table stands. All of it lives in the address: a link, a reload and the back button find it again. */
export type Place = { [name: string]: string | undefined }
export type TableOf<T> = {
  rows: readonly T[] | undefined
  total: number
  page: number
  size: number
  sort: string
  search: string
  /** Rows of another place, until this one's are here. */
  waiting: boolean
  error: Error | null
  retry: () => unknown
  sortable: (column: string) => boolean
  go: (next: Place) => void
}

/** A page of a list call, sorted and searched by the server as the address says; its rows, whatever the call names them. */
export function useTable<R extends ListRoute>(
  route: R,
  given: Request<R> = {},
  {
    sort: firstSort = '-dateCreated',
    every,
  }: { sort?: string /** How often it is asked for again, in milliseconds. */; every?: number } = {},
): TableOf<Row<R>> {
  const address = useSearch({ strict: false }) as Place
  const accepts = (query: Place) => z.safeParse(route.query, query).success
  const valid = (name: string, otherwise: string) =>
    address[name] !== undefined && accepts({ [name]: address[name] }) ? String(address[name]) : otherwise
  const sizeAsked = Number(valid('size', ''))
  const size = pageSizes.find(each => each === sizeAsked) ?? pageSizes[0]
  const page = Number(valid('page', '0'))
  const sort = valid('sort', firstSort)
  const search = valid('search', '')

  const query = { ...(given.query as object), page, size, sort, ...(search && { search }) }
  const list = useQuery({
    ...ask(route, { ...given, query } as Request<R>),
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every, refetchOnWindowFocus: 'always' as const }),
  })
  const rows = list.data && (Object.values(list.data).find(Array.isArray) as Row<R>[])
  const total = (list.data as { total?: number } | undefined)?.total ?? rows?.length ?? 0

  const navigate = useNavigate()
  const go = useCallback(
    (next: Place) => {
      // Another order or another search starts at its first page.
      const search = (old: Place) =>
        Object.fromEntries(Object.entries({ ...old, page: undefined, ...next }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate],
  )

  const last = Math.max(0, Math.ceil(total / size) - 1)
  const past = !list.isPlaceholderData && rows?.length === 0 && page > last
  useEffect(() => {
    if (past) go({ page: String(last) })
  }, [past, last, go])

  return {
    rows,
    total,
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
