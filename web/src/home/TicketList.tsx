import { type Area, paths } from '#contract/paths.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { PriorityTag } from '../tickets/PriorityTag.tsx'
import { QueueDue } from '../tickets/queue/QueueCells.tsx'
import { TicketLink } from '../tickets/TicketLink.tsx'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import classes from './home.module.css'
import rows from './rows.module.css'

const dateOf = {
  opened: 'dateCreated',
  lastMessage: 'dateLastMessage',
  closed: 'dateClosed',
  due: 'dateDue',
} as const

type Props = {
  tickets: readonly TicketRow[]
  area: Area
  /** What the time of a row is counted from, or to. */
  since: keyof typeof dateOf
  company?: boolean
  none?: string
}

export const TicketList = ({ tickets, area, since, company = true, none }: Props) =>
  tickets.length === 0 ? (
    <p className={classes.none}>{none}</p>
  ) : (
    <ul className={rows.rows}>
      {tickets.map(ticket => (
        <li key={ticket._id}>
          <TicketLink ticket={ticket} to={paths.ticket(area, ticket.company, ticket._id)} />
          <span className={rows.aside}>
            {since !== 'closed' && ticket.status === 'closed' && (
              <TicketStatusTag status="closed" />
            )}{' '}
            {since === 'due' ? (
              <QueueDue ticket={ticket} />
            ) : (
              <Ago instant={ticket[dateOf[since]] ?? ticket.dateCreated} />
            )}
          </span>
          <div className={rows.facts}>
            {ticket.priority !== 'normal' && <PriorityTag priority={ticket.priority} />}
            {company && (
              <span>
                <bdi>{ticket.companyName}</bdi>
              </span>
            )}
            <span>
              <bdi>{ticket.machineName}</bdi>
            </span>
            <span>
              <bdi>{ticket.serialNumber}</bdi>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
