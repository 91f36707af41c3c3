import type { ReactNode } from 'react'
import classes from './Facts.module.css'

type FactsProps = {
  label?: string
  /** below each other, beside each other, or in columns of equal width */
  layout?: 'list' | 'row' | 'columns'
  children: ReactNode
}

/** What is known of a thing: names with their values. */
export const Facts = ({ label, layout = 'list', children }: FactsProps) => (
  <dl className={classes.facts} data-layout={layout} aria-label={label}>
    {children}
  </dl>
)

type FactProps = { name: string; lang?: string; isLong?: boolean; children: ReactNode }

export const Fact = ({ name, lang, isLong, children }: FactProps) => (
  <div data-long={isLong || undefined}>
    <dt>{name}</dt>
    <dd lang={lang}>{children}</dd>
  </div>
)
