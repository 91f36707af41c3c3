import { IconAlertTriangle, IconFilter, IconUsersGroup } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { toDoLists } from '#contract/ticket-lists.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { addressOfFilter } from '../../tickets/filters/ticketFilter.ts'
import { useSavedFilters } from '../../tickets/filters/useSavedFilters.ts'
import { iconOf } from '../../tickets/queue/listIcons.ts'
import { useQueueCounts } from '../../tickets/queue/useQueueCounts.ts'
import { formatNumber } from '../../ui/text/format.ts'
import classes from './SideMenu.module.css'

/** The lists of what is to be done, with how many tickets each has, and the saved filters. */
export function QueueMenu({ to, isShown }: { to: string; isShown: boolean }) {
  const { status, filter } = useSearch({ strict: false })
  const saved = useSavedFilters() ?? []
  const counts = useQueueCounts()
  return (
    <ul className={classes.list} aria-label={t.queue}>
      {toDoLists.map(list => {
        const Icon = iconOf[list]
        const isCurrent = isShown && status === list && filter === undefined
        return (
          <li key={list}>
            <Link
              to={to}
              search={{ status: list }}
              className={classes.entry}
              title={t.lists[list].name}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'page' : undefined}
              data-active={isCurrent || undefined}
            >
              <Icon aria-hidden />
              <span className={classes.label}>{t.lists[list].name}</span>
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
      {saved.map(({ _id, name, isOfTeam, query }) => {
        const Icon = isOfTeam ? IconUsersGroup : IconFilter
        const isCurrent = isShown && filter === _id
        return (
          <li key={_id}>
            <Link
              to={to}
              search={addressOfFilter(query, _id)}
              className={classes.entry}
              title={name}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'page' : undefined}
              data-active={isCurrent || undefined}
            >
              <Icon aria-hidden />
              <span className={classes.label}>
                <bdi>{name}</bdi>
                {isOfTeam && <span className="sr-only"> {t.filterOfTeamMark}</span>}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
