import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { tickets } from '#contract/tickets.ts'
import { pollInterval } from '../../data/live.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { BriefRows } from '../../ui/table/BriefRows.tsx'
import { NewRows } from '../../ui/table/NewRows.tsx'
import { useHeldRows } from '../../ui/table/useHeldRows.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { urgencyOf } from '../urgency.ts'
import { lastQueueOf, setLastQueue } from './lastQueue.ts'
import { QueueRow } from './QueueCells.tsx'
import classes from './QueuePane.module.css'
import { useQueueKeys } from './useQueueKeys.ts'

/** How far the pane was scrolled: each ticket has a pane of its own. */
let scrolled = { href: '', top: 0 }

type Props = { area: Exclude<Area, 'account'>; ticket: string }

/** The list that led to a ticket, beside it on a wide screen. */
export default function QueuePane({ area, ticket: current }: Props) {
  const [queue] = useState(() => lastQueueOf(area))
  const now = useNow()
  const query = useRouteQuery(
    tickets.list,
    { query: queue.query },
    { placeholderData: keepPreviousData, refetchInterval: () => pollInterval('ticket') },
  )
  const { rows, held } = useHeldRows(
    {
      source: queue.href,
      rows: query.data?.tickets,
      isFetching: query.isFetching,
    },
    { current },
  )
  const { frame } = held
  useEffect(() => {
    if (rows) setLastQueue({ ...queue, ids: rows.map(({ _id }) => _id) })
  }, [rows, queue])
  const isFilled = rows !== undefined
  useLayoutEffect(() => {
    const element = frame.current
    if (!isFilled || !element) return
    if (scrolled.href === queue.href) element.scrollTop = scrolled.top
    return () => {
      scrolled = { href: queue.href, top: element.scrollTop }
    }
  }, [isFilled, frame, queue.href])
  useQueueKeys(rows ?? [])

  return (
    <section className={classes.pane} aria-label={queue.title}>
      <header className={classes.head}>
        <Link to={queue.href} title={t.toTickets}>
          <bdi>{queue.title}</bdi>
        </Link>
      </header>
      <div ref={frame} className={classes.rows}>
        <NewRows held={held} />
        <QueryBoundary
          query={{ ...query, data: rows }}
          skeleton={<Skeleton lines={8} height={64} />}
        >
          {rows => (
            <BriefRows
              label={queue.title}
              rows={rows}
              current={current}
              toneOf={ticket => urgencyOf(ticket, now)}
              renderBrief={ticket => (
                <QueueRow
                  ticket={ticket}
                  to={paths.ticket(area, ticket.company, ticket._id)}
                  showsClosed
                />
              )}
            />
          )}
        </QueryBoundary>
      </div>
    </section>
  )
}
