import { arrangeRows, type Order } from './arrangeRows.ts'
import type { TableOf } from './useTable.ts'
import { useTableAddress } from './useTableAddress.ts'

type All<T> = { rows: readonly T[] | undefined; error: Error | null; retry: () => unknown }
type How<T> = { by: Order<T>; words: (row: T) => string; sort: string }

/** A list that came whole, for the same table: sorted, searched and cut into pages here, as the address says. */
export function useClientTable<T>({ rows: all, error, retry }: All<T>, { by, words, sort: first }: How<T>): TableOf<T> {
  const sortable = (column: string) => Object.hasOwn(by, column)
  const accepts = ({ sort, page = '0' }: { sort?: string | undefined; page?: string | undefined }) =>
    (sort === undefined || sortable(sort.replace(/^-/, ''))) && /^\d{1,6}$/.test(page)
  const { go, ...place } = useTableAddress(accepts, { sort: first })
  const { rows, total, page } = arrangeRows(all ?? [], place, by, words)
  return { ...place, rows: all && rows, total, more: false, page, waiting: false, error, retry, sortable, go }
}
