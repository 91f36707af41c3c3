import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { ticketMessages as t } from '../../messages/current.ts'
import { iconOf, listName, menuLists } from '../../tickets/queue/queueLists.ts'
import { useQueueCounts } from '../../tickets/queue/useQueueCounts.ts'
import { formatNumber } from '../../ui/text/format.ts'
import classes from './SideMenu.module.css'

/** The lists of what is to be done, with how many tickets each has. */
export function QueueMenu({ to, isShown }: { to: string; isShown: boolean }) {
  const { status } = useSearch({ strict: false })
  const counts = useQueueCounts()
  return (
    <ul className={classes.list} aria-label={t.queue}>
      {menuLists.map(list => {
        const Icon = iconOf[list]
        const isCurrent = isShown && status === list
        return (
          <li key={list}>
            <Link
              to={to}
              search={{ status: list }}
              className={classes.entry}
              title={listName(list)}
              activeOptions={{ exact: false, includeSearch: true }}
              data-active={isCurrent || undefined}
            >
              <Icon aria-hidden />
              <span className={classes.label}>{listName(list)}</span>
              {list === 'waiting' && counts !== undefined && counts.late > 0 && (
                <span className={classes.late} title={t.lateCount(formatNumber(counts.late))}>
                  <IconAlertTriangle aria-hidden />
                  <span aria-hidden>{formatNumber(counts.late)}</span>
                  <span className="sr-only">{t.lateCount(formatNumber(counts.late))}</span>
                </span>
              )}
              {counts !== undefined && counts[list] > 0 && (
                <span className={classes.count}>{formatNumber(counts[list])}</span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
