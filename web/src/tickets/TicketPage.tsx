import { Link, Navigate } from '@tanstack/react-router'
import type { Ticket } from '#contract/tickets.ts'
import { CallError } from '../data/api.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Missing } from '../ui/layout/Missing.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { ticketPollInterval } from './calls.ts'
import { TicketActions } from './TicketActions.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import classes from './TicketPage.module.css'
import { TicketStatusTag } from './TicketStatusTag.tsx'
import { TicketTalk } from './TicketTalk.tsx'
import { useTicket } from './useTicket.ts'

type Props = { area: Area; company: string; ticket: string }

export default function TicketPage({ area, company, ticket: id }: Props) {
  const { data: ticket, error, refetch } = useTicket(area, company, id, ticketPollInterval)

  if (error instanceof CallError && error.status === 404)
    return (
      <Missing
        title={t.missing}
        about={t.missingHint}
        back={
          <LinkButton variant="plain" to={paths.tickets(area, company)}>
            {t.toTickets}
          </LinkButton>
        }
      />
    )
  // The team's call finds a ticket by its id alone; its address names its own company.
  if (ticket && area !== 'account' && ticket.company !== company)
    return <Navigate to={paths.ticket(area, ticket.company, ticket._id)} replace />
  if (!ticket) return <Page title={t.ticket}>{error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={5} height={72} />}</Page>

  return (
    <Page
      pinned
      title={ticket.title}
      about={<Summary ticket={ticket} area={area} />}
      tools={<TicketActions ticket={ticket} area={area} company={company} />}
    >
      <div className={classes.layout}>
        <TicketFacts ticket={ticket} area={area} />
        <div className={classes.talk}>
          <TicketTalk ticket={ticket} area={area} company={company} />
        </div>
      </div>
    </Page>
  )
}

const Summary = ({ ticket, area }: { ticket: Ticket; area: Area }) => (
  <div className={classes.summary}>
    <TicketStatusTag status={ticket.status} />
    <Link to={paths.companyMachine(area, ticket.company, ticket.machine)} className={classes.machine}>
      {ticket.machineName} · <span className={classes.serial}>{ticket.serialNumber}</span>
    </Link>
  </div>
)
