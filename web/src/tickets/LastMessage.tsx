import { type TicketRow, unsettled } from '#contract/tickets.ts'
import type { Area } from '../navigation/paths.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import classes from './LastMessage.module.css'
import { ticketMessages as t } from './messages.ts'
import { TicketStatusTag } from './TicketStatusTag.tsx'

/** When a ticket was last written on, and whether it is our turn; and that it is closed, in a list of open ones too. */
export function LastMessage({ ticket, area, mixed = false }: { ticket: TicketRow; area: Area; mixed?: boolean }) {
  const { dateLastMessage, lastMessageIsStaff } = ticket
  const ours = area !== 'account'
  return (
    <span className={classes.last}>
      {dateLastMessage ? <Ago instant={dateLastMessage} /> : t.noMessage}
      {unsettled(ticket) && ours && !lastMessageIsStaff && <Tag tone="soon">{t.waitingForUs}</Tag>}
      {unsettled(ticket) && !ours && lastMessageIsStaff && <Tag tone="accent">{t.answered}</Tag>}
      {mixed && ticket.status === 'closed' && <TicketStatusTag status="closed" />}
    </span>
  )
}
