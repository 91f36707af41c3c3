import { type ReactNode, useId, useState } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { Section } from '../layout/Section.tsx'
import classes from './Chart.module.css'

type Props = {
  title: string
  /** What the drawing shows, in a few words. */
  about: string
  /** The drawing's least height in CSS, reserved before it is loaded. */
  height: string
  /** The same figures as a table; the first column names the row. */
  columns: readonly [string, ...string[]]
  rows: readonly { id: string; name: string; values: readonly string[] }[]
  children: ReactNode
}

/** A drawing of figures and their table: screen readers get
 * the table, and every user can show it. */
export function Chart({
  title,
  about,
  height,
  columns: [first, ...others],
  rows,
  children,
}: Props) {
  const [isTableShown, setTableShown] = useState(false)
  const tableId = useId()
  const toggleLabel = isTableShown ? t.hideTable : t.showTable
  return (
    <Section title={title}>
      <p className={classes.about}>{about}</p>
      <div className={classes.drawing} style={{ minHeight: height }} aria-hidden>
        {children}
      </div>
      <div className={classes.toggle}>
        <Button
          variant="quiet"
          small
          aria-expanded={isTableShown}
          aria-controls={tableId}
          aria-label={`${toggleLabel}: ${title}`}
          onClick={() => setTableShown(!isTableShown)}
        >
          {toggleLabel}
        </Button>
      </div>
      <div className={classes.frame}>
        <div id={tableId} className={isTableShown ? '' : 'sr-only'}>
          <table className={classes.table}>
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {others.map(column => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, values }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {others.map((column, i) => (
                    <td key={column}>{values[i]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}
