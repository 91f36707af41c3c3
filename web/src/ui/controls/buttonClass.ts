import classes from './Button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

export const buttonClass = (
  variant: ButtonVariant = 'primary',
  { full = false, small = false }: { full?: boolean; small?: boolean } = {},
) => [classes.button, classes[variant], full && classes.full, small && classes.small].filter(Boolean).join(' ')
