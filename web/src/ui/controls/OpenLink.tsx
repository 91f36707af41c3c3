import { IconChevronRight } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import buttons from './IconButton.module.css'
import classes from './OpenLink.module.css'

/** "Open" repeats the link of the row's name: it is not in the tab
 * order, and a plain link does not subscribe each row to the router. */
export function OpenLink({ to, name }: { to: string; name: string }) {
  const router = useRouter()
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a
      href={to}
      className={`${buttons.icon} ${classes.open}`}
      tabIndex={-1}
      title={t.open}
      aria-label={t.openOf(name)}
      onClick={handleClick}
    >
      <IconChevronRight aria-hidden />
    </a>
  )
}
