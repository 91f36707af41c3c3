import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './NameLink.module.css'

export const NameLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={classes.link} dir="auto" data-opens-row>
    {children}
  </Link>
)
