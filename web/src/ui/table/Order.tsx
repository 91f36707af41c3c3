import { IconArrowsSort } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import type { TableView } from './columns.ts'
import classes from './Order.module.css'

/** The sort order, on a phone: cards have no column heads. */
export function Order<T>({ list, columns }: Pick<TableView<T>, 'list' | 'columns'>) {
  const sortable = columns.filter(column => list.canSort(column.id))
  return (
    <span className={classes.order}>
      <IconArrowsSort aria-hidden />
      <select
        aria-label={t.sortBy}
        value={list.sort}
        onChange={event => list.setAddress({ sort: event.currentTarget.value })}
      >
        {sortable.flatMap(({ id, label }) => [
          <option key={`-${id}`} value={`-${id}`}>{`${label} (${t.descending})`}</option>,
          <option key={id} value={id}>{`${label} (${t.ascending})`}</option>,
        ])}
      </select>
    </span>
  )
}
