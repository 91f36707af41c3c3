import type { Message, Ticket } from '#contract/tickets.ts'
import { dayOf } from '../ui/text/format.ts'

export type Event = { kind: 'closed' | 'archived'; instant: string; name: string | null }
export type Entry = { id: string; instant: string; newDay: string | null } & ({ message: Message } | { event: Event })

/** What happened on a ticket, the oldest first: its messages, its closing and its archiving; `newDay` where another day begins. */
export function timelineOf({ conversation, dateClosed, closedByName, dateArchived, archivedByName }: Ticket): Entry[] {
  const events: Event[] = []
  if (dateClosed) events.push({ kind: 'closed', instant: dateClosed, name: closedByName })
  if (dateArchived) events.push({ kind: 'archived', instant: dateArchived, name: archivedByName })
  const entries = [
    ...conversation.map(message => ({ id: message._id, instant: message.dateAdded, message })),
    ...events.map(event => ({ id: event.kind, instant: event.instant, event })),
  ].sort((a, b) => Date.parse(a.instant) - Date.parse(b.instant))
  let today = ''
  return entries.map(entry => {
    const day = dayOf(entry.instant)
    const newDay = day === today ? null : day
    today = day
    return { ...entry, newDay }
  })
}
