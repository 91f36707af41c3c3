import classes from './Cards.module.css'
import { uiMessages as t } from './messages.ts'
import { Select } from './Select.tsx'
import type { Shown } from './Table.tsx'

/** Rows as cards, for a phone. */
export function Cards<T extends { _id: string }>({ of, label, columns: [first, ...others], actions }: Shown<T>) {
  const orders = [first, ...others]
    .filter(column => of.sortable(column.id))
    .flatMap(({ id, label }) => [
      { value: `-${id}`, label: `${label} (${t.descending})` },
      { value: id, label: `${label} (${t.ascending})` },
    ])
  return (
    <>
      <Select
        className={classes.order ?? ''}
        aria-label={t.sortBy}
        options={orders}
        value={of.sort}
        onChange={event => of.go({ sort: event.currentTarget.value })}
      />
      <ul className={classes.cards} aria-label={label}>
        {of.rows?.map(row => (
          <li key={row._id} className={classes.card}>
            <div className={classes.name}>{first.show(row)}</div>
            <dl className={classes.facts}>
              {others.map(column => (
                <div key={column.id}>
                  <dt>{column.label}</dt>
                  <dd>{column.show(row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <div className={classes.actions}>{actions(row)}</div>}
          </li>
        ))}
      </ul>
    </>
  )
}
