import type { ReactNode } from 'react'
import type { Store } from '../../browser/store.ts'
import type { TableModel } from './useTable.ts'

/** On a card of a few lines: what rows are compared by in large type, what
 * names the row, what is said below it, and how it stands, at the end. */
export type CardPlace = 'lead' | 'name' | 'detail' | 'state'

/** A column. The first one names the row; `id` is the server's sort key. */
export type Column<T> = {
  id: string
  label: string
  render: (row: T) => ReactNode
  align?: 'end'
  singleLine?: true
  /** Kept whole where there is room. */
  code?: true
  /** On one line where there is room. */
  address?: true
  /** In a dense table, as in CSS; the columns without one share the rest. */
  width?: string
  /** In a dense table: below 1280 px, or from there to 1696 px. */
  hiddenOn?: 'small' | 'medium'
  /** Its place on a phone's card, and what it shows there in place of `render`. Cards
   * of columns with places leave the others out; without any they list all columns. */
  card?: { place: CardPlace; render?: (row: T) => ReactNode }
}
/** The rows that are chosen for what is done to several at once. */
export type Selection<T> = {
  /** A store: a choice renders the rows that it changes, not the page. */
  ids: Store<ReadonlySet<string>>
  /** `isRange`: with those between it and the row before. */
  toggle: (row: T, isRange: boolean) => void
  toggleAll: () => void
  labelOf: (row: T) => string
  allLabel: string
}
export type Tone = 'good' | 'soon' | 'wrong' | null
export type TableView<T> = {
  list: TableModel<T>
  label: string
  columns: readonly [Column<T>, ...Column<T>[]]
  actions?: (row: T) => ReactNode
  /** Rows of one line, whose columns have fixed widths; on a
   * phone or tablet, rows of what `renderBrief` shows. */
  dense?:
    | {
        renderBrief: (row: T) => ReactNode
        selection?: Selection<T>
        /** the colour of the row's edge */
        toneOf: (row: T) => Tone
      }
    | undefined
}
