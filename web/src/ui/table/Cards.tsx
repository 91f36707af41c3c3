import { BriefRows } from './BriefRows.tsx'
import classes from './Cards.module.css'
import type { TableView } from './columns.ts'
import { openRow } from './openRow.ts'

export function Cards<T extends { _id: string }>({
  list,
  label,
  columns: [first, ...others],
  actions,
  dense,
}: TableView<T>) {
  if (dense) return <BriefRows label={label} rows={list.rows ?? []} {...dense} />
  return (
    <ul className={classes.cards} aria-label={label}>
      {list.rows?.map(row => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a link for the keyboard
        <li key={row._id} className={classes.card} onClick={openRow} onAuxClick={openRow}>
          <div className={classes.head}>
            <div className={classes.name}>{first.render(row)}</div>
            {actions && <div className={classes.actions}>{actions(row)}</div>}
          </div>
          <dl className={classes.facts}>
            {others.map(column => (
              <div key={column.id}>
                <dt>{column.label}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
