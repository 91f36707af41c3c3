import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { useWide } from '../../browser/useNarrow.ts'
import { AccountName } from '../../companies/AccountName.tsx'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { useTicketNews } from '../../notifications/useTicketNews.ts'
import { NotFound } from '../../ui/layout/NotFound.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { Conversation } from '../conversation/Conversation.tsx'
import { hasUnsent } from '../conversation/hasUnsent.ts'
import { TicketActions } from './TicketActions.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import classes from './TicketPage.module.css'
import { TicketSummary } from './TicketSummary.tsx'
import { useTicket } from './useTicket.ts'

type Props = { area: Area; company: string; ticket: string }

const QueuePane = lazy(() => import('../queue/QueuePane.tsx'))

/** A ticket; on a wide screen the team has the list that led to it beside it. */
export default function TicketPage(props: Props) {
  const { area } = props
  const isWide = useWide()
  if (!isWide || area === 'account') return <OneTicket {...props} />
  return (
    <div className={classes.split}>
      <Suspense fallback={<div />}>
        <QueuePane area={area} ticket={props.ticket} />
      </Suspense>
      <OneTicket {...props} />
    </div>
  )
}

function OneTicket({ area, company, ticket: id }: Props) {
  const me = useMe()
  const query = useTicket(area, company, id, 'ticket')
  const isCurrent = query.isSuccess && !query.isFetching
  const firstUnread = useTicketNews(query.data, isCurrent)

  return (
    <QueryBoundary
      query={query}
      title={t.ticket}
      skeleton={<Skeleton lines={5} height={72} />}
      missing={
        <NotFound
          title={t.missing}
          hint={t.missingHint}
          to={paths.tickets(area, company)}
          backLabel={t.toTickets}
        />
      }
    >
      {ticket =>
        // The team's call finds a ticket by its id alone; its address names its own company.
        isCurrent && area !== 'account' && ticket.company !== company ? (
          <Navigate to={paths.ticket(area, ticket.company, ticket._id)} replace />
        ) : isCurrent && ticket.mergedInto && !hasUnsent(me._id, ticket._id) ? (
          <Navigate to={paths.ticket(area, ticket.company, ticket.mergedInto._id)} hash replace />
        ) : (
          <Page
            pinned
            title={ticketName(ticket)}
            about={
              <TicketSummary ticket={ticket} area={area}>
                <Link
                  to={paths.companyMachine(area, ticket.company, ticket.machine)}
                  className={classes.machine}
                >
                  <span>{ticket.machineName}</span> ·{' '}
                  <span className={classes.serial}>{ticket.serialNumber}</span>
                </Link>
                {area === 'account' && <AccountName company={ticket.company} />}
              </TicketSummary>
            }
            tools={<TicketActions ticket={ticket} area={area} />}
          >
            <div className={classes.layout}>
              <TicketFacts ticket={ticket} area={area} />
              <Conversation ticket={ticket} area={area} firstUnread={firstUnread} />
            </div>
          </Page>
        )
      }
    </QueryBoundary>
  )
}
