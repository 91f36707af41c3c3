import classes from './Button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

/** What a button looks like, for whatever element is one. */
export const buttonClass = (look: ButtonLook = 'primary', { full = false, small = false }: { full?: boolean; small?: boolean } = {}) =>
  [classes.button, classes[look], full && classes.full, small && classes.small].filter(Boolean).join(' ')
