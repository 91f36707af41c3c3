import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'a'>, 'aria-label' | 'title' | 'className'> & {
  href: string
  label: string
}

/** An icon that links to something other than a page of the portal. */
export const IconLink = ({ href, label, children, ...props }: Props) => (
  <a {...props} href={href} className={classes.icon} aria-label={label} title={label}>
    {children}
  </a>
)
