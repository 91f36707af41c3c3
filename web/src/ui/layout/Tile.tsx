import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './Tile.module.css'

export const Tile = ({
  to,
  icon: Icon,
  title,
  children,
}: {
  to: string
  icon: Icon
  title: string
  children?: ReactNode
}) => (
  <Link to={to} className={classes.tile}>
    <span className={classes.icon}>
      <Icon aria-hidden />
    </span>
    <span className={classes.text}>
      <strong>{title}</strong>
      {children && <span className={classes.about}>{children}</span>}
    </span>
    <IconChevronRight aria-hidden className={classes.chevron} />
  </Link>
)

export const Tiles = ({ children }: { children: ReactNode }) => (
  <div className={classes.tiles}>{children}</div>
)
