import { ticketName } from '#contract/text/ticket-names.ts'
import type { Note } from '#contract/ticket-notes.ts'
import type { HistoryStatus, Message, Ticket, TicketChange } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { dayOf, formatTicketTime } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { notesOf } from '../notesOf.ts'

export type TimelineEvent = {
  kind: 'opened' | 'openedOnBehalf' | 'reopened' | 'merged' | Exclude<HistoryStatus, 'open'>
  instant: string
  name: string | null
  /** the assignee, the priority, the end of the snooze, the correction or the other
   * ticket that it was given, or the user on whose behalf it was opened */
  given: string | null
  /** the ticket that was merged into this one */
  merged?: string
}
export type TimelineEntry = { id: string; instant: string; newDay: string | null } & (
  | { message: Message }
  | { note: Note }
  | { event: TimelineEvent }
)

/** A ticket's messages, notes and events, the oldest first, from its oldest
 * loaded message on; `newDay` is set on the first of each day. */
export function buildTimeline(ticket: Ticket): TimelineEntry[] {
  const { conversation, earlier, changes, merges, dateCreated } = ticket
  const { recordedByName } = ticket
  const openedFor = firstRequesterOf(ticket)
  const start = earlier === undefined ? 0 : Date.parse(conversation[0]?.dateAdded ?? '')
  const events = changes.map(
    ({
      status,
      dateChanged,
      userName,
      assigneeName,
      priority,
      dateSnoozed,
      correction,
    }): TimelineEvent => ({
      kind: status === 'open' ? 'reopened' : status,
      instant: dateChanged,
      name: userName,
      given: priority
        ? t.priorities[priority]
        : dateSnoozed
          ? formatTicketTime(dateSnoozed)
          : correction
            ? describeCorrection(correction)
            : assigneeName,
    }),
  )
  const merging = merges.map(
    ({ ticket, dateMerged, userName }): TimelineEvent => ({
      kind: 'merged',
      instant: dateMerged,
      name: userName,
      given: ticketName(ticket),
      merged: ticket._id,
    }),
  )
  const isOnBehalf = Boolean(recordedByName && openedFor)
  const opening: TimelineEvent = {
    kind: isOnBehalf ? 'openedOnBehalf' : 'opened',
    instant: dateCreated,
    name: isOnBehalf ? recordedByName : openedFor,
    given: isOnBehalf ? openedFor : null,
  }
  const entries = [
    { id: opening.kind, instant: opening.instant, event: opening },
    ...conversation.map(message => ({ id: message._id, instant: message.dateAdded, message })),
    ...notesOf(ticket).map(note => ({ id: note._id, instant: note.dateAdded, note })),
    ...[...events, ...merging].map((event, i) => ({
      id: `change ${i}`,
      instant: event.instant,
      event,
    })),
  ]
    .filter(({ instant }) => Date.parse(instant) >= start)
    .sort((a, b) => Date.parse(a.instant) - Date.parse(b.instant))
  let previousDay = ''
  return entries.map(entry => {
    const day = dayOf(entry.instant)
    const newDay = day === previousDay ? null : day
    previousDay = day
    return { ...entry, newDay }
  })
}

/** Null for customers of a ticket that was moved to their company. */
function firstRequesterOf({ changes, createdByName }: Ticket): string | null {
  const corrections = changes.flatMap(({ correction }) => correction ?? [])
  const hasOther = corrections.some(({ field, before }) => field === 'company' && before === null)
  const first = corrections.find(({ field }) => field === 'requester')
  return hasOther ? null : (first?.before ?? createdByName)
}

function describeCorrection({ field, before, after }: NonNullable<TicketChange['correction']>) {
  if (before === null || after === null) return t.movedToYou
  const names = {
    title: t.subject,
    machine: t.machine,
    requester: t.requester,
    company: t.company,
  }
  return `${names[field]}: ${isolate(before)} → ${isolate(after)}`
}

const groupMs = 10 * 60_000

type Written = { instant: string } & (
  | { message: { user: string; recordedBy?: string | null } }
  | { note: { user: string } }
  | { event: unknown }
)

const authorOf = (entry: Written) =>
  'message' in entry
    ? `message ${entry.message.user} ${entry.message.recordedBy ?? ''}`
    : 'note' in entry
      ? `note ${entry.note.user}`
      : null

/** Whether an entry follows one of the same author and kind on the same day, soon after it. */
export function isContinued(entry: Written, previous: Written | undefined): boolean {
  const author = authorOf(entry)
  return (
    previous !== undefined &&
    author !== null &&
    author === authorOf(previous) &&
    Date.parse(entry.instant) - Date.parse(previous.instant) <= groupMs &&
    dayOf(entry.instant) === dayOf(previous.instant)
  )
}
