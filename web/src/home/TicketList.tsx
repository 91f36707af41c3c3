import type { TicketRow } from '#contract/tickets.ts'
import { type Area, paths } from '../paths.ts'
import { LastMessage } from '../tickets/LastMessage.tsx'
import { TicketName } from '../tickets/TicketName.tsx'
import classes from './home.module.css'

/** A few tickets, one line each. */
export const TicketList = ({ tickets, area, company = false }: { tickets: readonly TicketRow[]; area: Area; company?: boolean }) => (
  <ul className={classes.list}>
    {tickets.map(ticket => (
      <li key={ticket._id}>
        <TicketName ticket={ticket} to={paths.ticket(area, ticket.company, ticket._id)} company={company} />
        <LastMessage ticket={ticket} area={area} />
      </li>
    ))}
  </ul>
)
