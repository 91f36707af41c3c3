import type { Ticket } from '#contract/tickets.ts'
import { usePortal } from '../../data/portal.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'

type Props = {
  ticket: Pick<Ticket, 'dateLastMessage' | 'lastMessageIsStaff' | 'dateDue'>
  isTeamOnline: boolean
}

const hour = 3_600_000

/** Tells a customer in live support whether someone of the vendor's
 * team is online, or else when the team usually answers. */
export function AnswerTime({ ticket, isTeamOnline }: Props) {
  const hours = usePortal()?.answerHours ?? null
  const now = useNow()
  return <span>{textOf(ticket, isTeamOnline, hours, now)}</span>
}

function textOf(
  { dateLastMessage, lastMessageIsStaff, dateDue }: Props['ticket'],
  isTeamOnline: boolean,
  hours: number | null,
  now: number,
) {
  if (isTeamOnline) return t.teamIsOnline
  if (dateDue !== null)
    return Date.parse(dateDue) > now ? t.expectAnswerBy(formatDateTime(dateDue)) : t.answersSoon
  if (hours === null) return t.answersSoon
  if (dateLastMessage === null || lastMessageIsStaff) return t.answersWithin(hours)
  const due = new Date(Date.parse(dateLastMessage) + hours * hour).toISOString()
  return Date.parse(due) > now ? t.answersBy(formatDateTime(due)) : t.answersSoon
}
