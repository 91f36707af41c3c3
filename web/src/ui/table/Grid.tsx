import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { uiMessages as t } from '../messages.ts'
import classes from './Grid.module.css'
import { openRow } from './openRow.ts'
import type { Column, Shown } from './Table.tsx'
import type { TableOf } from './useTable.ts'

/** Rows as a table. */
export function Grid<T extends { _id: string }>({ of, label, columns: [first, ...others], actions }: Shown<T>) {
  return (
    <div className={classes.frame}>
      <table className={classes.grid} aria-label={label}>
        <thead>
          <tr>
            {[first, ...others].map(column => (
              <Head key={column.id} of={of} column={column} />
            ))}
            {actions && (
              <th scope="col" className={classes.actions}>
                <span className="sr-only">{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {of.rows?.map(row => (
            <tr key={row._id} onClick={openRow} onAuxClick={openRow}>
              <th scope="row">
                <div className={classes.name}>{first.show(row)}</div>
              </th>
              {others.map(column => (
                <td key={column.id} data-align={column.align} data-line={column.line} data-code={column.code} data-address={column.address}>
                  <div className={classes.fact}>{column.show(row)}</div>
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

function Head<T>({ of, column: { id, label, align } }: { of: TableOf<T>; column: Column<T> }) {
  if (!of.sortable(id))
    return (
      <th scope="col" data-align={align}>
        {label}
      </th>
    )

  const up = of.sort === id
  const down = of.sort === `-${id}`
  return (
    <th scope="col" data-align={align} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-sorted={up || down || undefined}
        onClick={() => of.go({ sort: up ? `-${id}` : id })}
      >
        {label}
        {down ? <IconArrowDown aria-hidden /> : <IconArrowUp aria-hidden />}
      </button>
    </th>
  )
}
