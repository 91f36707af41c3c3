import { fold, inTurkishOrder } from '#contract/turkish.ts'

/** How rows that are all here are arranged: `sort` as lists have it (`-` for the last first), `search` folded. */
export type Arrangement = { sort: string; search: string; page: number; size: number }

/** By what a column is sorted: a name as Turkish sorts it, a number or a date by its size. */
export type Order<T> = Record<string, (row: T) => string | number>

/** The rows that `search` finds in what `words` says of them, in their order; and those of the page. A page past the last is the last. */
export function arrangeRows<T>(rows: readonly T[], { sort, search, page, size }: Arrangement, by: Order<T>, words: (row: T) => string) {
  const sought = fold(search)
  const found = sought === '' ? rows : rows.filter(row => fold(words(row)).includes(sought))
  const down = sort.startsWith('-')
  const value = by[down ? sort.slice(1) : sort]
  const sorted = value ? found.toSorted((a, b) => (down ? -1 : 1) * compare(value(a), value(b))) : found
  const at = Math.min(page, Math.max(0, Math.ceil(found.length / size) - 1))
  return { rows: sorted.slice(at * size, (at + 1) * size), total: found.length, page: at }
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : inTurkishOrder(String(a), String(b))
