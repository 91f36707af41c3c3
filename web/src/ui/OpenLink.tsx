import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './IconButton.module.css'
import { uiMessages as t } from './messages.ts'

/** The row action "open". The row's name is the same link, so the keyboard need not stop at both. */
export const OpenLink = ({ to, name }: { to: string; name: string }) => (
  <Link to={to} className={classes.icon} tabIndex={-1} title={t.open} aria-label={t.openOf(name)}>
    <IconChevronRight aria-hidden />
  </Link>
)
