import { IconArrowLeft } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { useLive } from '../../live/useLive.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { useBell } from '../../notifications/bell/useBell.ts'
import { useTicketNews } from '../../notifications/useTicketNews.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { NotFound } from '../../ui/layout/NotFound.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { Conversation } from '../conversation/Conversation.tsx'
import classes from './LivePage.module.css'
import { TicketSummary } from './TicketSummary.tsx'
import { useTicket } from './useTicket.ts'

/** Live support: a ticket's conversation alone, at the same address for both sides. */
export default function LivePage({ ticket: id }: { ticket: string }) {
  useLive()
  return (
    <main id="content" className={classes.frame}>
      <Live id={id} />
    </main>
  )
}

function Live({ id }: { id: string }) {
  const area = areaOf(useMe())
  const isCustomer = area === 'account'
  const found = useRouteQuery(tickets.find, { params: { ticket: id } }, { enabled: isCustomer })
  useBell()
  const ticket = useTicket(area, isCustomer ? found.data?.company : '', id, 'liveSupport')
  const firstUnread = useTicketNews(ticket.data, ticket.isSuccess && !ticket.isFetching)

  return (
    <QueryBoundary
      query={found.error ? { ...found, data: ticket.data } : ticket}
      title={t.liveSupport}
      skeleton={<Skeleton lines={5} height={72} />}
      missing={
        <NotFound title={t.missing} hint={t.missingHint} to={paths.home} backLabel={t.toHome} />
      }
    >
      {ticket => (
        <Page
          pinned
          title={ticketName(ticket)}
          about={
            <TicketSummary ticket={ticket} area={area}>
              <span>
                <span>{`${t.liveSupport} · `}</span>
                <bdi>{ticket.machineName}</bdi>
              </span>
            </TicketSummary>
          }
          tools={
            <LinkButton
              variant="plain"
              icon={IconArrowLeft}
              to={paths.ticket(area, ticket.company, id)}
            >
              {t.toTicket}
            </LinkButton>
          }
        >
          <Conversation ticket={ticket} area={area} firstUnread={firstUnread} isLiveSupport />
        </Page>
      )}
    </QueryBoundary>
  )
}
