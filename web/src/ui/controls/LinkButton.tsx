import { Link, type LinkProps } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './buttonClass.ts'

type Props = Pick<LinkProps, 'search' | 'replace'> & {
  to: string
  look?: ButtonLook
  full?: boolean
  icon?: ReactNode
  onClick?: MouseEventHandler<HTMLAnchorElement>
  children: ReactNode
}

/** A link that looks like a button: it goes somewhere, so it is one. */
export const LinkButton = ({ look, full = false, icon, children, ...to }: Props) => (
  <Link {...to} className={buttonClass(look, { full })}>
    {icon}
    {children}
  </Link>
)
