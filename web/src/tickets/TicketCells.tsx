import type { Area } from '#contract/paths.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import { formatShortTime } from '../ui/text/format.ts'
import { DueTag } from './DueTag.tsx'
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

export const TicketCompany = ({ ticket }: { ticket: TicketRow }) => (
  <div>
    <div>{ticket.companyName}</div>
    <div className={classes.about}>{ticket.createdByName}</div>
  </div>
)

export const TicketAssignee = ({ ticket }: { ticket: TicketRow }) =>
  ticket.assigneeName === null ? (
    <span className={classes.nobody}>{t.nobody}</span>
  ) : (
    <span title={ticket.assigneeName}>{ticket.assigneeName}</span>
  )

/** The time of the last message, and whether the reader's side is
 * to answer; with `showsClosed` also that the ticket is closed. */
export function LastMessage({
  ticket,
  area,
  showsClosed = false,
}: {
  ticket: TicketRow
  area: Area
  showsClosed?: boolean
}) {
  const { dateLastMessage, waitingFor, dateSnoozed, dateDue } = ticket
  const isTeam = area !== 'account'
  return (
    <span className={classes.last}>
      {dateLastMessage ? <Ago instant={dateLastMessage} /> : <span>{t.noMessage}</span>}
      {dateSnoozed && (
        <Tag tone="idle">
          <time dateTime={dateSnoozed}>{t.snoozedUntil(formatShortTime(dateSnoozed))}</time>
        </Tag>
      )}
      {isTeam && waitingFor === 'team' && !dateSnoozed && !dateDue && (
        <Tag tone="soon">{t.waitingForUs}</Tag>
      )}
      {isTeam && !dateSnoozed && dateDue && <DueTag instant={dateDue} />}
      {!isTeam && waitingFor === 'customer' && <Tag tone="accent">{t.answered}</Tag>}
      {showsClosed && ticket.status === 'closed' && <TicketStatusTag status="closed" />}
    </span>
  )
}
