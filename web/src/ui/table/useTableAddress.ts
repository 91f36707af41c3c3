import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParams } from '../../browser/searchParams.ts'

export const pageSizes = [10, 20, 30, 40, 50] as const
export type PageSize = (typeof pageSizes)[number]

type IsAccepted = (search: SearchParams) => boolean
type Defaults = { sort: string; size?: PageSize | undefined }

/** A table's state in the address, which links, reloads and the back
 * button restore; values that `isAccepted` refuses are missing. */
export function readTableState(address: SearchParams, isAccepted: IsAccepted, defaults: Defaults) {
  const readParam = (name: keyof SearchParams, fallback: string) =>
    address[name] !== undefined && isAccepted({ [name]: address[name] }) ? address[name] : fallback
  const requestedSize = Number(readParam('size', ''))
  return {
    size: pageSizes.find(each => each === requestedSize) ?? defaults.size ?? pageSizes[0],
    page: Number(readParam('page', '0')),
    sort: readParam('sort', defaults.sort),
    search: readParam('search', ''),
  }
}

/** The address with a changed state: a new order or search starts at its first page. */
export const changeAddress = (previous: SearchParams, next: SearchParams): SearchParams =>
  Object.fromEntries(
    Object.entries({ ...previous, page: undefined, ...next }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )

export function useTableAddress(isAccepted: IsAccepted, defaults: Defaults) {
  const address = useSearch({ strict: false })
  const navigate = useNavigate()
  const setAddress = useCallback(
    (next: SearchParams) =>
      void navigate({
        to: '.',
        search: previous => changeAddress(previous, next),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { ...readTableState(address, isAccepted, defaults), setAddress }
}
