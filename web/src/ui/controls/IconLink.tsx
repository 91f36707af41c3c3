import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'a'>, 'aria-label' | 'title' | 'className'> & {
  href: string
  /** Its name: an icon alone says nothing. */
  label: string
}

/** A link to something that is not a page of the portal, as an icon. */
export const IconLink = ({ href, label, children, ...props }: Props) => (
  <a {...props} href={href} className={classes.icon} aria-label={label} title={label}>
    {children}
  </a>
)
