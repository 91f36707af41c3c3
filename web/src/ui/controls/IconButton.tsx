import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { icon: Icon /** The accessible name. */; label: string }

export const IconButton = ({ icon: Icon, label, className = '', children, ...props }: Props) => (
  <button type="button" {...props} className={`${classes.icon} ${className}`} aria-label={label} title={label}>
    <Icon aria-hidden />
    {children}
  </button>
)

type LinkProps = Omit<ComponentProps<'a'>, 'aria-label' | 'title' | 'className'> & { icon: Icon; href: string; label: string }

export const IconLink = ({ icon: Icon, href, label, ...props }: LinkProps) => (
  <a {...props} href={href} className={classes.icon} aria-label={label} title={label}>
    <Icon aria-hidden />
  </a>
)
