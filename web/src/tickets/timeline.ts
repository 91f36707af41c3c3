import type { Message, Ticket } from '#contract/tickets.ts'
import { dayOf } from '../ui/text/format.ts'

export type TimelineEvent = { kind: 'closed' | 'archived'; instant: string; name: string | null }
export type TimelineEntry = { id: string; instant: string; newDay: string | null } & ({ message: Message } | { event: TimelineEvent })

/** A ticket's messages and events, the oldest first; `newDay` is set on the first of each day. */
export function buildTimeline({ conversation, dateClosed, closedByName, dateArchived, archivedByName }: Ticket): TimelineEntry[] {
  const events: TimelineEvent[] = []
  if (dateClosed) events.push({ kind: 'closed', instant: dateClosed, name: closedByName })
  if (dateArchived) events.push({ kind: 'archived', instant: dateArchived, name: archivedByName })
  const entries = [
    ...conversation.map(message => ({ id: message._id, instant: message.dateAdded, message })),
    ...events.map(event => ({ id: event.kind, instant: event.instant, event })),
  ].sort((a, b) => Date.parse(a.instant) - Date.parse(b.instant))
  let previousDay = ''
  return entries.map(entry => {
    const day = dayOf(entry.instant)
    const newDay = day === previousDay ? null : day
    previousDay = day
    return { ...entry, newDay }
  })
}
