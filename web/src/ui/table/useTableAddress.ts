import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export const pageSizes = [10, 20, 30, 40, 50] as const

/** Where a table stands. All of it lives in the address: a link, a reload and the back button find it again. */
export type TableState = { [name: string]: string | undefined }

/** A table's place as the address says it; what `accepts` refuses is as if it were not said. `go` changes it. */
export function useTableAddress(accepts: (place: TableState) => boolean, first: { sort: string }) {
  const address = useSearch({ strict: false }) as TableState
  const valid = (name: string, otherwise: string) =>
    address[name] !== undefined && accepts({ [name]: address[name] }) ? String(address[name]) : otherwise
  const sizeAsked = Number(valid('size', ''))

  const navigate = useNavigate()
  const go = useCallback(
    (next: TableState) => {
      // Another order or another search starts at its first page.
      const search = (old: TableState) =>
        Object.fromEntries(Object.entries({ ...old, page: undefined, ...next }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate],
  )

  return {
    size: pageSizes.find(each => each === sizeAsked) ?? pageSizes[0],
    page: Number(valid('page', '0')),
    sort: valid('sort', first.sort),
    search: valid('search', ''),
    go,
  }
}
