import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createStore, useStore } from '../../browser/store.ts'
import { uiMessages as t } from '../../messages/current.ts'
import type { Column, Selection, TableView, Tone } from './columns.ts'
import classes from './Grid.module.css'
import { openRow } from './openRow.ts'
import type { TableModel } from './useTable.ts'

export function Grid<T extends { _id: string }>({
  list,
  label,
  columns: [first, ...others],
  actions,
  dense,
}: TableView<T>) {
  const rows = list.rows ?? []
  const selection = dense?.selection
  return (
    <div className={classes.frame}>
      <table className={classes.grid} aria-label={label} data-dense={dense && true}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.select}>
                <SelectAll rows={rows} selection={selection} />
              </th>
            )}
            {[first, ...others].map(column => (
              <HeaderCell key={column.id} list={list} column={column} />
            ))}
            {actions && (
              <th scope="col" className={classes.actions}>
                <span className="sr-only">{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row._id} row={row} selection={selection} tone={dense?.toneOf(row)}>
              {selection && <SelectCell row={row} selection={selection} />}
              <th scope="row">
                <div className={classes.name}>{first.render(row)}</div>
              </th>
              {others.map(column => (
                <td
                  key={column.id}
                  data-align={column.align}
                  data-single-line={column.singleLine}
                  data-code={column.code}
                  data-address={column.address}
                  data-hidden-on={column.hiddenOn}
                >
                  <div className={classes.fact}>{column.render(row)}</div>
                </td>
              ))}
              {actions && <td className={classes.actions}>{actions(row)}</td>}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SelectAll<T extends { _id: string }>({
  rows,
  selection: { ids, allLabel, toggleAll },
}: {
  rows: readonly T[]
  selection: Selection<T>
}) {
  const isEach = () => rows.length > 0 && rows.every(({ _id }) => ids.get().has(_id))
  const isChecked = useStore({ ...ids, get: isEach })
  return (
    <label>
      <input type="checkbox" aria-label={allLabel} checked={isChecked} onChange={toggleAll} />
    </label>
  )
}

const noIds = createStore<ReadonlySet<string>>(new Set())

function useIsSelected({ _id }: { _id: string }, ids = noIds) {
  return useStore({ ...ids, get: () => ids.get().has(_id) })
}

type RowProps<T> = {
  row: T
  selection: Selection<T> | undefined
  tone: Tone | undefined
  /** The cells: a choice renders only those that read it. */
  children: ReactNode
}

const Row = <T extends { _id: string }>({ row, selection, tone, children }: RowProps<T>) => (
  <tr
    onClick={openRow}
    onAuxClick={openRow}
    data-tone={tone}
    data-selected={useIsSelected(row, selection?.ids) || undefined}
  >
    {children}
  </tr>
)

function SelectCell<T extends { _id: string }>({
  row,
  selection: { ids, labelOf, toggle },
}: {
  row: T
  selection: Selection<T>
}) {
  const isSelected = useIsSelected(row, ids)
  return (
    <td className={classes.select}>
      <label>
        <input
          type="checkbox"
          aria-label={labelOf(row)}
          checked={isSelected}
          onClick={({ shiftKey }) => toggle(row, shiftKey)}
          onChange={() => {}}
        />
      </label>
    </td>
  )
}

function HeaderCell<T>({
  list,
  column: { id, label, align, width, hiddenOn },
}: {
  list: TableModel<T>
  column: Column<T>
}) {
  const style = width === undefined ? {} : { width }
  if (!list.canSort(id))
    return (
      <th scope="col" data-align={align} data-hidden-on={hiddenOn} style={style}>
        {label}
      </th>
    )

  const isAscending = list.sort === id
  const isDescending = list.sort === `-${id}`
  return (
    <th
      scope="col"
      data-align={align}
      data-hidden-on={hiddenOn}
      style={style}
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        data-sorted={isAscending || isDescending || undefined}
        onClick={() => list.setAddress({ sort: isAscending ? `-${id}` : id })}
      >
        <span>{label}</span>
        {isDescending ? <IconArrowDown aria-hidden /> : <IconArrowUp aria-hidden />}
      </button>
    </th>
  )
}
