import { Link } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { OtherTicket } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { dayOf, formatDayInText } from '../ui/text/format.ts'
import classes from './TicketLinks.module.css'

type Props = { tickets: readonly OtherTicket[]; company: string; area: Area; withMachine?: boolean }

/** Links to tickets, with the status and the day of opening of each. */
export const TicketLinks = ({ tickets, company, area, withMachine = false }: Props) => (
  <ul className={classes.tickets}>
    {tickets.map(ticket => (
      <li key={ticket._id}>
        <Link to={paths.ticket(area, company, ticket._id)} dir="auto">
          {ticketName(ticket)}
        </Link>
        <span className={classes.about}>
          <span>
            {withMachine
              ? `${ticket.machineName} · ${ticket.serialNumber}`
              : t.lists[ticket.status].name}
          </span>
          {' · '}
          <time dateTime={ticket.dateCreated}>{formatDayInText(dayOf(ticket.dateCreated))}</time>
        </span>
      </li>
    ))}
  </ul>
)
