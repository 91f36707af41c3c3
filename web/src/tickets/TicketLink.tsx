import { ticketNumber } from '#contract/text/ticket-names.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { UnreadDot } from '../notifications/UnreadDot.tsx'
import { NameLink } from '../ui/controls/NameLink.tsx'
import classes from './TicketLink.module.css'

export const TicketLink = ({ ticket, to }: { ticket: TicketRow; to: string }) => (
  <UnreadDot ticket={ticket}>
    <span className={classes.name}>
      <span className={classes.number}>{ticketNumber(ticket.number)}</span>{' '}
      <NameLink to={to}>{ticket.title}</NameLink>
    </span>
  </UnreadDot>
)
