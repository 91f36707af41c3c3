import classes from './BriefRows.module.css'
import type { TableView } from './columns.ts'
import { openRow } from './openRow.ts'

type Props<T> = {
  label?: string
  renderBrief: NonNullable<TableView<T>['dense']>['renderBrief']
  toneOf?: NonNullable<TableView<T>['dense']>['toneOf']
  rows: readonly T[]
  /** the id of the row that the page shows */
  current?: string
}

/** Rows of a few lines, which need no columns. The whole row opens what its name names. */
export const BriefRows = <T extends { _id: string }>({
  label,
  rows,
  current,
  renderBrief,
  toneOf,
}: Props<T>) => (
  <ul className={classes.rows} aria-label={label}>
    {rows.map(row => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a link for the keyboard
      <li
        key={row._id}
        onClick={openRow}
        onAuxClick={openRow}
        data-tone={toneOf?.(row)}
        data-current={row._id === current || undefined}
      >
        {renderBrief(row)}
      </li>
    ))}
  </ul>
)
