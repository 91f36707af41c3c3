import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import type { Column, TableView } from './columns.ts'
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
                <label>
                  <input
                    type="checkbox"
                    aria-label={selection.allLabel}
                    checked={rows.length > 0 && rows.every(({ _id }) => selection.ids.has(_id))}
                    onChange={selection.toggleAll}
                  />
                </label>
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
            <tr
              key={row._id}
              onClick={openRow}
              onAuxClick={openRow}
              data-tone={dense?.toneOf(row)}
              data-selected={selection?.ids.has(row._id) || undefined}
            >
              {selection && (
                <td className={classes.select}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={selection.labelOf(row)}
                      checked={selection.ids.has(row._id)}
                      onClick={({ shiftKey }) => selection.toggle(row, shiftKey)}
                      onChange={() => {}}
                    />
                  </label>
                </td>
              )}
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
                  data-minor={column.minor}
                >
                  <div className={classes.fact}>{column.render(row)}</div>
                </td>
              ))}
              {actions && <td className={classes.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell<T>({
  list,
  column: { id, label, align, width, minor },
}: {
  list: TableModel<T>
  column: Column<T>
}) {
  const style = width === undefined ? {} : { width }
  if (!list.canSort(id))
    return (
      <th scope="col" data-align={align} data-minor={minor} style={style}>
        {label}
      </th>
    )

  const isAscending = list.sort === id
  const isDescending = list.sort === `-${id}`
  return (
    <th
      scope="col"
      data-align={align}
      data-minor={minor}
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
