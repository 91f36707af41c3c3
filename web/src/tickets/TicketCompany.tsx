import type { TicketRow } from '#contract/tickets.ts'
import classes from './TicketName.module.css'

/** Whose ticket it is, in a list of all: the company, and who opened it there. */
export const TicketCompany = ({ ticket }: { ticket: TicketRow }) => (
  <div>
    {ticket.companyName}
    <div className={classes.about}>{ticket.createdByName}</div>
  </div>
)
