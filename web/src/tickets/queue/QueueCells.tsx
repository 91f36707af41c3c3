import { IconZzz } from '@tabler/icons-react'
import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { formatRoughDuration, formatShortTime, formatTicketTime } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { CallBackIcon } from '../CallBackTag.tsx'
import { PriorityIcon } from '../PriorityTag.tsx'
import { TicketLink } from '../TicketLink.tsx'
import { TicketStatusTag } from '../TicketStatusTag.tsx'
import { urgencyOf } from '../urgency.ts'
import classes from './QueueCells.module.css'

type Props = { ticket: TicketRow }
type SubjectProps = Props & {
  to: string
  /** The list has open tickets as well. */
  showsClosed: boolean
}

export const QueueSubject = ({ ticket, to, showsClosed }: SubjectProps) => (
  <div className={classes.subject} title={ticket.title}>
    <TicketLink ticket={ticket} to={to} />
    {ticket.priority !== 'normal' && <PriorityIcon priority={ticket.priority} />}
    {ticket.callBack && <CallBackIcon number={ticket.callBack} />}
    {showsClosed && ticket.status === 'closed' && <TicketStatusTag status="closed" />}
  </div>
)

export const QueueMachine = ({ ticket: { machineName, serialNumber } }: Props) => (
  <div className={classes.machine} title={`${machineName} · ${serialNumber}`}>
    <bdi className={classes.model}>{machineName}</bdi>
    <bdi className={classes.serial}>{serialNumber}</bdi>
  </div>
)

export const QueueAssignee = ({ ticket: { assigneeName } }: Props) =>
  assigneeName === null ? (
    <span className={classes.dim}>{t.nobody}</span>
  ) : (
    <span title={assigneeName}>{assigneeName}</span>
  )

export const QueueLastMessage = ({ ticket: { dateLastMessage } }: Props) =>
  dateLastMessage ? (
    <Ago instant={dateLastMessage} />
  ) : (
    <span className={classes.dim}>{t.noMessage}</span>
  )

/** How long the customer has waited, how much time is left, or for what the ticket waits. */
export function QueueDue({ ticket }: Props) {
  const now = useNow()
  const { dateDue, dateWaiting, dateSnoozed, waitingFor } = ticket
  if (dateSnoozed)
    return (
      <time
        className={classes.snoozed}
        dateTime={dateSnoozed}
        title={t.snoozedUntil(formatTicketTime(dateSnoozed))}
      >
        <IconZzz aria-hidden />
        <span className="sr-only">{t.lists.snoozed.name} </span>
        <span>{formatShortTime(dateSnoozed)}</span>
      </time>
    )
  if (!waitingFor) return null
  if (!dateWaiting) return <span className={classes.dim}>{t.waitsForCustomer}</span>
  const time = { since: dateWaiting, due: dateDue, now }
  const urgency = urgencyOf(ticket, now)
  if (urgency !== 'wrong' && urgency !== 'soon') return <ReplyTime {...time} />
  return (
    <Tag tone={urgency}>
      <ReplyTime {...time} />
    </Tag>
  )
}

function ReplyTime({ since, due, now }: { since: string; due: string | null; now: number }) {
  const left = due === null ? 0 : Date.parse(due) - now
  const duration = formatRoughDuration(due === null ? now - Date.parse(since) : Math.abs(left))
  return (
    <time
      dateTime={due ?? since}
      title={due === null ? t.since(formatTicketTime(since)) : t.dueBy(formatTicketTime(due))}
    >
      <span>
        {due === null ? t.waitingSince(duration) : left < 0 ? t.late(duration) : t.left(duration)}
      </span>
    </time>
  )
}

/** A ticket in the list beside another one. */
export const QueueRow = (props: SubjectProps) => {
  const { ticket } = props
  return (
    <div className={classes.row}>
      <QueueSubject {...props} />
      <div className={classes.facts}>
        <div className={classes.about}>
          <bdi>{ticket.serialNumber}</bdi>
          <bdi>{ticket.companyName}</bdi>
          <bdi>{ticket.assigneeName ?? t.nobody}</bdi>
        </div>
        <span className={classes.last}>
          {ticket.waitingFor ? <QueueDue ticket={ticket} /> : <QueueLastMessage ticket={ticket} />}
        </span>
      </div>
    </div>
  )
}
