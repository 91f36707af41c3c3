import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'
import type { SearchParams } from '../../browser/searchParams.ts'
import { type ButtonVariant, buttonClass } from './Button.tsx'

type Props = {
  to: string
  search?: SearchParams
  replace?: boolean
  variant?: ButtonVariant
  full?: boolean
  icon?: Icon
  onClick?: MouseEventHandler<HTMLAnchorElement>
  children: ReactNode
}

export const LinkButton = ({ variant, full, icon: Icon, children, ...to }: Props) => (
  <Link {...to} className={buttonClass(variant, { full })}>
    {Icon && <Icon aria-hidden />}
    <span>{children}</span>
  </Link>
)
