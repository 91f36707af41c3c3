import { type ReactNode, useId, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Part } from '../layout/Part.tsx'
import { uiMessages as t } from '../messages.ts'
import classes from './Chart.module.css'

type Props = {
  title: string
  /** What the drawing is of, in a few words. */
  about: string
  /** The drawing's room, in pixels: it is there before the drawing is. */
  height: number
  /** The same as a table: the first column names the row. */
  columns: readonly [string, ...string[]]
  rows: readonly { id: string; name: string; values: readonly string[] }[]
  children: ReactNode
}

/** A drawing of figures, and the figures themselves: whoever cannot see the one has the other, and anybody may look at both. */
export function Chart({ title, about, height, columns: [first, ...others], rows, children }: Props) {
  const [shown, show] = useState(false)
  const table = useId()
  const toggle = shown ? t.hideTable : t.showTable
  return (
    <Part title={title}>
      <p className={classes.about}>{about}</p>
      <div className={classes.drawing} style={{ height }} aria-hidden>
        {children}
      </div>
      <div className={classes.toggle}>
        <Button
          look="quiet"
          small
          aria-expanded={shown}
          aria-controls={table}
          aria-label={`${toggle}: ${title}`}
          onClick={() => show(!shown)}
        >
          {toggle}
        </Button>
      </div>
      <div className={classes.frame}>
        <div id={table} className={shown ? '' : 'sr-only'}>
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
    </Part>
  )
}
