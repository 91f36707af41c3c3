import { type Area, paths } from '#contract/paths.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { useNarrow } from '../browser/useNarrow.ts'
import { PriorityTag } from '../tickets/PriorityTag.tsx'
import { QueueDue } from '../tickets/queue/QueueCells.tsx'
import { TicketCard } from '../tickets/queue/TicketCard.tsx'
import { TicketLink } from '../tickets/TicketLink.tsx'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { BriefRows } from '../ui/table/BriefRows.tsx'
import { openRow } from '../ui/table/openRow.ts'
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

export function TicketList({ tickets, area, since, company = true, none }: Props) {
  const isNarrow = useNarrow()
  const pathOf = (ticket: TicketRow) => paths.ticket(area, ticket.company, ticket._id)
  if (tickets.length === 0) return <p className={classes.none}>{none}</p>
  if (isNarrow)
    return (
      <BriefRows
        rows={tickets}
        renderBrief={ticket => (
          <TicketCard
            ticket={ticket}
            to={pathOf(ticket)}
            isOfTeam={area !== 'account'}
            withCompany={company}
            showsClosed={since !== 'closed'}
            dated={since === 'due' ? 'dateCreated' : dateOf[since]}
          />
        )}
      />
    )
  return (
    <ul className={rows.rows}>
      {tickets.map(ticket => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a link for the keyboard
        <li key={ticket._id} onClick={openRow} onAuxClick={openRow}>
          <TicketLink ticket={ticket} to={pathOf(ticket)} />
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
}
