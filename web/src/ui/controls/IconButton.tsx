import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, ReactElement } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> & {
  icon: Icon
  /** The accessible name. */
  label: string
  children?: ReactElement | false
}

export const IconButton = ({
  icon: Icon,
  label,
  className = '',
  children: badge,
  ...props
}: Props) => (
  <button
    type="button"
    {...props}
    className={`${classes.icon} ${className}`}
    aria-label={label}
    title={label}
  >
    <Icon aria-hidden />
    {badge}
  </button>
)

type LinkProps = Omit<ComponentProps<'a'>, 'aria-label' | 'title' | 'className'> & {
  icon: Icon
  href: string
  label: string
}

export const IconLink = ({ icon: Icon, href, label, ...props }: LinkProps) => (
  <a {...props} href={href} className={classes.icon} aria-label={label} title={label}>
    <Icon aria-hidden />
  </a>
)
