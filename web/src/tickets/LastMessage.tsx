import { isAwaitingReply, type TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import type { Area } from '../navigation/paths.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import classes from './LastMessage.module.css'
import { TicketStatusTag } from './TicketStatusTag.tsx'

/** The time of a ticket's last message, and whether the reader's side is to answer. With `showsClosed`, also that the ticket is closed. */
export function LastMessage({ ticket, area, showsClosed = false }: { ticket: TicketRow; area: Area; showsClosed?: boolean }) {
  const { dateLastMessage, lastMessageIsStaff } = ticket
  const isTeam = area !== 'account'
  return (
    <span className={classes.last}>
      {dateLastMessage ? <Ago instant={dateLastMessage} /> : t.noMessage}
      {isAwaitingReply(ticket) && isTeam && !lastMessageIsStaff && <Tag tone="soon">{t.waitingForUs}</Tag>}
      {isAwaitingReply(ticket) && !isTeam && lastMessageIsStaff && <Tag tone="accent">{t.answered}</Tag>}
      {showsClosed && ticket.status === 'closed' && <TicketStatusTag status="closed" />}
    </span>
  )
}
