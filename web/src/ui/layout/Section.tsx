import { type ReactElement, type ReactNode, useId } from 'react'
import classes from './Section.module.css'

type Props = { title: string; aside?: ReactElement | false | undefined; children: ReactNode }

export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
