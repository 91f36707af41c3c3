import type { TicketRow } from '#contract/tickets.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import classes from './rows.module.css'

const dateOf = { opened: 'dateCreated', lastMessage: 'dateLastMessage', closed: 'dateClosed' } as const

type Props = {
  tickets: readonly TicketRow[]
  area: Area
  /** What the age of a row is counted from. */
  since: keyof typeof dateOf
  company?: boolean
}

export const TicketList = ({ tickets, area, since, company = true }: Props) => (
  <ul className={classes.rows}>
    {tickets.map(ticket => (
      <li key={ticket._id}>
        <NameLink to={paths.ticket(area, ticket.company, ticket._id)}>{ticket.title}</NameLink>
        <span className={classes.aside}>
          {since !== 'closed' && ticket.status === 'closed' && <TicketStatusTag status="closed" />}{' '}
          <Ago instant={ticket[dateOf[since]] ?? ticket.dateCreated} />
        </span>
        <div className={classes.facts}>
          {company && <span>{ticket.companyName}</span>}
          <span>{ticket.machineName}</span>
          <span>{ticket.serialNumber}</span>
        </div>
      </li>
    ))}
  </ul>
)
