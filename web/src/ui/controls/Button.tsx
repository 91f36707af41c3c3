import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './Button.module.css'

type ButtonSize = { full?: boolean | undefined; small?: boolean | undefined }
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

export const buttonClass = (variant: ButtonVariant = 'primary', { full, small }: ButtonSize = {}) =>
  [classes.button, classes[variant], full && classes.full, small && classes.small]
    .filter(Boolean)
    .join(' ')

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  icon?: Icon
  small?: boolean
  /** The action is running: the button keeps the focus and ignores clicks. */
  busy?: boolean
}

export function Button({
  variant,
  icon: Icon,
  small,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...props
}: Props) {
  return (
    <button
      {...props}
      type={type}
      className={buttonClass(variant, { small })}
      aria-busy={busy}
      aria-disabled={busy || props['aria-disabled']}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className={classes.spinner} aria-hidden /> : Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </button>
  )
}
