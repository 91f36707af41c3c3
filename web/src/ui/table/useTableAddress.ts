import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export const pageSizes = [10, 20, 30, 40, 50] as const

/** A table's state. It is in the address, so that a link, a reload and the back button restore it. */
export type TableState = { [name: string]: string | undefined }

/** A table's state from the address; values that `isAccepted` refuses count as missing. */
export function useTableAddress(isAccepted: (state: TableState) => boolean, defaults: { sort: string }) {
  const address = useSearch({ strict: false }) as TableState
  const readParam = (name: string, fallback: string) =>
    address[name] !== undefined && isAccepted({ [name]: address[name] }) ? String(address[name]) : fallback
  const requestedSize = Number(readParam('size', ''))

  const navigate = useNavigate()
  const setAddress = useCallback(
    (next: TableState) => {
      // A new order or search starts at its first page.
      const search = (previous: TableState) =>
        Object.fromEntries(
          Object.entries({ ...previous, page: undefined, ...next }).filter(([, value]) => value !== undefined && value !== ''),
        )
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate],
  )

  return {
    size: pageSizes.find(each => each === requestedSize) ?? pageSizes[0],
    page: Number(readParam('page', '0')),
    sort: readParam('sort', defaults.sort),
    search: readParam('search', ''),
    setAddress,
  }
}
