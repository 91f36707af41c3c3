import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import { PriorityTag } from './PriorityTag.tsx'
import classes from './TicketCells.module.css'
import { TicketLink } from './TicketLink.tsx'
import { TicketStatusTag } from './TicketStatusTag.tsx'

export const TicketName = ({ ticket, to }: { ticket: TicketRow; to: string }) => (
  <div>
    <TicketLink ticket={ticket} to={to} />
    <div className={classes.machine}>
      {ticket.priority !== 'normal' && <PriorityTag priority={ticket.priority} />}
      <span>
        <bdi>{ticket.machineName}</bdi> ·{' '}
        <bdi className={classes.serial}>{ticket.serialNumber}</bdi>
      </span>
    </div>
  </div>
)

/** The time of the last message, and who is to answer it;
 * with `showsClosed` also that the ticket is closed. */
export const LastMessage = ({
  ticket: { dateLastMessage, waitingFor, status },
  showsClosed,
}: {
  ticket: TicketRow
  showsClosed: boolean
}) => (
  <span className={classes.last}>
    {dateLastMessage ? <Ago instant={dateLastMessage} /> : <span>{t.noMessage}</span>}
    {waitingFor === 'customer' && <Tag tone="accent">{t.answered}</Tag>}
    {waitingFor === 'team' && <span className={classes.about}>{t.waitsForTeam}</span>}
    {showsClosed && status === 'closed' && <TicketStatusTag status="closed" />}
  </span>
)
