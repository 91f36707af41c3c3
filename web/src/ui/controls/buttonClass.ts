import classes from './Button.module.css'

type ButtonSize = { full?: boolean | undefined; small?: boolean | undefined }
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

export const buttonClass = (variant: ButtonVariant = 'primary', { full, small }: ButtonSize = {}) =>
  [classes.button, classes[variant], full && classes.full, small && classes.small].filter(Boolean).join(' ')
