import type { SearchParams } from '../../browser/searchParams.ts'
import { arrangeRows, type SortKeys } from './arrangeRows.ts'
import type { TableModel } from './useTable.ts'
import { useTableAddress } from './useTableAddress.ts'

type Source<T> = { rows: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
type Options<T> = { sortKeys: SortKeys<T>; searchTextOf: (row: T) => string; sort: string }

/** A list that was loaded as a whole, for the same table:
 * sorted, searched and paged here, as the address says. */
export function useClientTable<T>(
  { rows: all, error, refetch }: Source<T>,
  { sortKeys, searchTextOf, sort: defaultSort }: Options<T>,
): TableModel<T> {
  const canSort = (column: string) => Object.hasOwn(sortKeys, column)
  const isAccepted = ({ sort, page = '0' }: SearchParams) =>
    (sort === undefined || canSort(sort.replace(/^-/, ''))) && /^\d{1,6}$/.test(page)
  const { setAddress, ...state } = useTableAddress(isAccepted, { sort: defaultSort })
  const { rows, total, page } = arrangeRows(all ?? [], state, sortKeys, searchTextOf)
  return {
    ...state,
    rows: all && rows,
    total,
    more: false,
    page,
    isPlaceholder: false,
    error,
    refetch,
    canSort,
    setAddress,
  }
}
