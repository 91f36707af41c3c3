import { BriefRows } from './BriefRows.tsx'
import { CardLines } from './CardLines.tsx'
import classes from './Cards.module.css'
import type { CardPlace, Column, TableView } from './columns.ts'
import { openRow } from './openRow.ts'

export function Cards<T extends { _id: string }>({
  list,
  label,
  columns,
  actions,
  dense,
}: TableView<T>) {
  const rows = list.rows ?? []
  if (dense) return <BriefRows label={label} rows={rows} {...dense} />
  if (columns.some(({ card }) => card))
    return (
      <BriefRows
        label={label}
        rows={rows}
        renderBrief={row => <PlacedColumns row={row} columns={columns} actions={actions} />}
      />
    )
  const [first, ...others] = columns
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(row => (
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

type PlacedProps<T> = Pick<TableView<T>, 'columns'> & {
  row: T
  actions: TableView<T>['actions'] | undefined
}

function PlacedColumns<T>({ row, columns, actions }: PlacedProps<T>) {
  const at = (place: CardPlace) =>
    columns.flatMap(column =>
      column.card?.place === place ? [<Value key={column.id} row={row} column={column} />] : [],
    )
  return (
    <CardLines
      lead={at('lead')}
      name={at('name')}
      detail={at('detail')}
      state={at('state')}
      actions={actions?.(row)}
    />
  )
}

/** A card has no heads of columns: only a screen reader hears their labels. */
const Value = <T,>({ row, column: { label, render, card } }: { row: T; column: Column<T> }) => (
  <div className={classes.value} data-place={card?.place}>
    {card?.place !== 'name' && <span className="sr-only">{`${label}: `}</span>}
    <div>{(card?.render ?? render)(row)}</div>
  </div>
)
