import type { Ticket } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'

type Props = { ticket: Pick<Ticket, 'dateDue'>; isTeamOnline: boolean }

/** Tells a customer in live support whether someone of the vendor's
 * team is online, or else by when to expect an answer. */
export function AnswerTime({ ticket, isTeamOnline }: Props) {
  const now = useNow()
  return <span>{textOf(ticket, isTeamOnline, now)}</span>
}

function textOf({ dateDue }: Props['ticket'], isTeamOnline: boolean, now: number) {
  if (isTeamOnline) return t.teamIsOnline
  return dateDue !== null && Date.parse(dateDue) > now
    ? t.expectAnswerBy(formatWhen(dateDue, now))
    : t.answersSoon
}
