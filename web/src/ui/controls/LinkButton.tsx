import { Link, type LinkProps } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from './buttonClass.ts'

type Props = Pick<LinkProps, 'search' | 'replace'> & {
  to: string
  variant?: ButtonVariant
  full?: boolean
  icon?: ReactNode
  onClick?: MouseEventHandler<HTMLAnchorElement>
  children: ReactNode
}

export const LinkButton = ({ variant, full = false, icon, children, ...to }: Props) => (
  <Link {...to} className={buttonClass(variant, { full })}>
    {icon}
    {children}
  </Link>
)
