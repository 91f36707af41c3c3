import { fold, inTurkishOrder, withSingleBlanks } from '#contract/text/turkish.ts'

/** `sort` is a column, with `-` for descending; `search` is compared folded. */
export type Arrangement = { sort: string; search: string; page: number; size: number }

/** The sort key of each column: texts are in Turkish order, numbers by their value. */
export type SortKeys<T> = Record<string, (row: T) => string | number>

/** The rows of a page, sorted, of those whose text contains
 * `search`. A page past the last is the last. */
export function arrangeRows<T>(
  rows: readonly T[],
  { sort, search, page, size }: Arrangement,
  sortKeys: SortKeys<T>,
  searchTextOf: (row: T) => string,
) {
  const foldedSearch = fold(withSingleBlanks(search))
  const matches =
    foldedSearch === ''
      ? rows
      : rows.filter(row => fold(withSingleBlanks(searchTextOf(row))).includes(foldedSearch))
  const isDescending = sort.startsWith('-')
  const keyOf = sortKeys[isDescending ? sort.slice(1) : sort]
  const sorted = keyOf
    ? matches.toSorted((a, b) => (isDescending ? -1 : 1) * compare(keyOf(a), keyOf(b)))
    : matches
  const shownPage = Math.min(page, lastPageOf(matches.length, size))
  return {
    rows: sorted.slice(shownPage * size, (shownPage + 1) * size),
    total: matches.length,
    page: shownPage,
  }
}

export const lastPageOf = (total: number, size: number) => Math.max(0, Math.ceil(total / size) - 1)

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : inTurkishOrder(String(a), String(b))
