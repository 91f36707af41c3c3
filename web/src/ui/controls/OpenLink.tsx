import { IconChevronRight } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { uiMessages as t } from '../messages.ts'
import classes from './IconButton.module.css'

/**
 * The row action "open". The row's name is the same link, so the keyboard need not stop at both; and that one fetches the page ahead, so
 * this one need not watch the router in every row.
 */
export function OpenLink({ to, name }: { to: string; name: string }) {
  const router = useRouter()
  function go(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a href={to} className={classes.icon} tabIndex={-1} title={t.open} aria-label={t.openOf(name)} onClick={go}>
      <IconChevronRight aria-hidden />
    </a>
  )
}
