import { useQuery } from '@tanstack/react-query'
import type { Ticket } from '#contract/tickets.ts'
import type { Area } from '../paths.ts'
import { ask } from '../queries.ts'
import { Failed } from '../ui/Failed.tsx'
import { ticketTime } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ticketCalls, watchEvery } from './calls.ts'
import { ticketMessages as t } from './messages.ts'
import { TicketActions } from './TicketActions.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import classes from './TicketPage.module.css'
import { TicketStatusTag } from './TicketStatusTag.tsx'
import { TicketTalk } from './TicketTalk.tsx'

type Props = { area: Area; company: string; ticket: string }

/** A ticket, for whoever may see it: one page in all three areas. */
export default function TicketPage({ area, company, ticket: id }: Props) {
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery({
    ...ask(ticketCalls(area).get, { params: { company, ticket: id } }),
    refetchInterval: query => (query.state.data?.status === 'archived' ? false : watchEvery),
    refetchOnWindowFocus: 'always',
  })

  if (!ticket) return <Page title={t.ticket}>{error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={5} height={72} />}</Page>

  return (
    <Page
      pinned
      title={ticket.title}
      about={<Glance ticket={ticket} />}
      tools={<TicketActions ticket={ticket} area={area} company={company} />}
    >
      <div className={classes.layout}>
        <TicketFacts ticket={ticket} />
        <div className={classes.talk}>
          {ticket.dateClosed && <Notice tone="idle">{t.closedOn(ticketTime(ticket.dateClosed))}</Notice>}
          <TicketTalk ticket={ticket} area={area} company={company} />
        </div>
      </div>
    </Page>
  )
}

const Glance = ({ ticket }: { ticket: Ticket }) => (
  <div className={classes.glance}>
    <TicketStatusTag status={ticket.status} />
    <span>
      {ticket.machineName} · <span className={classes.serial}>{ticket.serialNumber}</span>
    </span>
  </div>
)
