import classes from './Cards.module.css'
import type { Shown } from './Table.tsx'

/** Rows as cards, for a phone. */
export function Cards<T extends { _id: string }>({ of, label, columns: [first, ...others], actions }: Shown<T>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {of.rows?.map(row => (
        <li key={row._id} className={classes.card}>
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
