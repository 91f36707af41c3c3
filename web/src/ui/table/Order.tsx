import { IconArrowsSort } from '@tabler/icons-react'
import { uiMessages as t } from '../messages.ts'
import classes from './Order.module.css'
import type { Shown } from './Table.tsx'

/** How the cards are sorted: on a phone, where no column has a head to press. */
export function Order<T>({ of, columns }: Shown<T>) {
  const sortable = columns.filter(column => of.sortable(column.id))
  return (
    <span className={classes.order}>
      <IconArrowsSort aria-hidden />
      <select aria-label={t.sortBy} value={of.sort} onChange={event => of.go({ sort: event.currentTarget.value })}>
        {sortable.flatMap(({ id, label }) => [
          <option key={`-${id}`} value={`-${id}`}>{`${label} (${t.descending})`}</option>,
          <option key={id} value={id}>{`${label} (${t.ascending})`}</option>,
        ])}
      </select>
    </span>
  )
}
