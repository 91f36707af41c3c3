import type { ComponentProps, ReactNode } from 'react'
import classes from './Button.module.css'
import { type ButtonLook, buttonClass } from './buttonClass.ts'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  look?: ButtonLook
  icon?: ReactNode
  full?: boolean
  small?: boolean
  /** It is being done: the button keeps the focus and does nothing more. */
  busy?: boolean
}

export const Button = ({ look, icon, full = false, small = false, busy = false, type = 'button', onClick, children, ...props }: Props) => (
  <button
    {...props}
    type={type}
    className={buttonClass(look, { full, small })}
    aria-busy={busy}
    aria-disabled={busy || props['aria-disabled']}
    onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
  >
    {busy ? <span className={classes.wheel} aria-hidden /> : icon}
    {children}
  </button>
)
