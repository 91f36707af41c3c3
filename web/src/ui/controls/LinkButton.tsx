import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'
import type { Search } from '../../browser/search.ts'
import { type ButtonVariant, buttonClass } from './buttonClass.ts'

type Props = {
  to: string
  search?: Search
  replace?: boolean
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
