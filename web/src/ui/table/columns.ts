import type { ReactNode } from 'react'
import type { TableModel } from './useTable.ts'

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
}
export type TableView<T> = {
  list: TableModel<T>
  label: string
  columns: readonly [Column<T>, ...Column<T>[]]
  actions?: (row: T) => ReactNode
}
