import type { TicketRow } from '#contract/tickets.ts'
import classes from './TicketName.module.css'

export const TicketCompany = ({ ticket }: { ticket: TicketRow }) => (
  <div>
    {ticket.companyName}
    <div className={classes.about}>{ticket.createdByName}</div>
  </div>
)
