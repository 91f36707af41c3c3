import classes from './Cards.module.css'
import { openRow } from './openRow.ts'
import type { Shown } from './Table.tsx'

/** Rows as cards, for a phone. */
export function Cards<T extends { _id: string }>({ of, label, columns: [first, ...others], actions }: Shown<T>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {of.rows?.map(row => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link of the name
        <li key={row._id} className={classes.card} onClick={openRow} onAuxClick={openRow}>
          <div className={classes.head}>
            <div className={classes.name}>{first.show(row)}</div>
            {actions && <div className={classes.actions}>{actions(row)}</div>}
          </div>
          <dl className={classes.facts}>
            {others.map(column => (
              <div key={column.id}>
                <dt>{column.label}</dt>
                <dd>{column.show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
