import type { TicketRow } from '#contract/tickets.ts'
import type { Area } from '../paths.ts'
import { Ago } from '../ui/Ago.tsx'
import { Tag } from '../ui/Tag.tsx'
import classes from './LastMessage.module.css'
import { ticketMessages as t } from './messages.ts'

/** When a ticket was last written on, and whether it is our turn. */
export function LastMessage({ ticket: { status, dateLastMessage, lastMessageIsStaff }, area }: { ticket: TicketRow; area: Area }) {
  const ours = area !== 'account'
  return (
    <span className={classes.last}>
      {dateLastMessage ? <Ago instant={dateLastMessage} /> : t.noMessage}
      {status === 'open' && ours && !lastMessageIsStaff && <Tag tone="soon">{t.waitingForUs}</Tag>}
      {status === 'open' && !ours && lastMessageIsStaff && <Tag tone="accent">{t.answered}</Tag>}
    </span>
  )
}
