import type { TicketRow } from '#contract/tickets.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import classes from './TicketName.module.css'

export const TicketName = ({ ticket, to, company = false }: { ticket: TicketRow; to: string; company?: boolean }) => (
  <div>
    <NameLink to={to}>{ticket.title}</NameLink>
    <div className={classes.about}>
      {company && `${ticket.companyName} · `}
      {ticket.machineName} · <span>{ticket.serialNumber}</span>
    </div>
  </div>
)
