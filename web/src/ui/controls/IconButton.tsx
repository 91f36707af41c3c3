import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { /** The accessible name. */ label: string }

export const IconButton = ({ label, className = '', ...props }: Props) => (
  <button type="button" {...props} className={`${classes.icon} ${className}`} aria-label={label} title={label} />
)
