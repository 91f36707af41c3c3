import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './NameLink.module.css'

/** The name of a row, which opens it. */
export const NameLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={classes.link}>
    {children}
  </Link>
)
