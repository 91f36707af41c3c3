import { type ReactNode, useId } from 'react'
import classes from './Part.module.css'

/** A part of a page under its own heading. `aside` stands beside the heading, such as a link to all of what is shown. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
