import type { RefObject } from 'react'

/** Whether the latest rows would move those shown, and how many are not among these. */
export type HeldRows = {
  /** of the rows; it or the page scrolls them */
  frame: RefObject<HTMLDivElement | null>
  hasChanged: boolean
  newCount: number
  show: () => void
}

type Row = { _id: string }
type Rows<T> = readonly T[] | undefined

/** `source` differs where page, order, search or filter do. */
export type FetchedRows<T> = { source: string; rows: Rows<T>; isFetching: boolean }

/** `isSettled`: they were fetched for this visit; until then
 * they may be cached, or those of the previous source. */
export type ShownRows<T> = { source: string; rows: Rows<T>; isSettled: boolean }

/** The rows to show: the latest, or those shown until now
 * while the reader of the same list would lose their place. */
export function followRows<T>(
  shown: ShownRows<T>,
  { source, rows, isFetching }: FetchedRows<T>,
  isInUse: boolean,
): ShownRows<T> {
  const wasSettled = shown.source === source && shown.isSettled
  if (isInUse && wasSettled && shown.rows?.length) return shown
  const isSettled = wasSettled || (rows !== undefined && !isFetching)
  return shown.source === source && shown.rows === rows && wasSettled === isSettled
    ? shown
    : { source, rows, isSettled }
}

/** The shown rows in their order, with their latest contents.
 * New are those above the first that is still there. */
export function holdRows<T extends Row>(shown: readonly T[], latest: readonly T[]) {
  const latestById = new Map(latest.map(row => [row._id, row]))
  const shownIds = new Set(shown.map(({ _id }) => _id))
  const first = latest.findIndex(({ _id }) => shownIds.has(_id))
  return {
    rows: shown.map(row => latestById.get(row._id) ?? row),
    newCount: first === -1 ? latest.length : first,
    hasChanged:
      shown.length !== latest.length || shown.some(({ _id }, index) => _id !== latest[index]?._id),
  }
}

/** Whether rows and order are the same but for the place, or absence, of one of those shown. */
export function differOnlyBy(id: string, shown: readonly Row[] = [], latest: readonly Row[] = []) {
  const others = (rows: readonly Row[]) =>
    rows.filter(({ _id }) => _id !== id).map(({ _id }) => _id)
  const [before, now] = [others(shown), others(latest)]
  return before.length === shown.length - 1 && before.every((each, index) => each === now[index])
}

/** What scrolls the rows of a frame: itself, or the page. */
export const scrollerOf = (frame: HTMLElement): Element =>
  getComputedStyle(frame).overflowY === 'auto' ? frame : document.documentElement
