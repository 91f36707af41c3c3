import type { Request } from '#contract/route.ts'
import { type TicketRow, tickets } from '#contract/tickets.ts'
import { call, describeError } from '../data/api.ts'
import { refresh } from '../data/queries.ts'
import { toast } from '../data/toasts.ts'
import { ticketMessages as t } from '../messages/current.ts'

type Body = NonNullable<Request<typeof tickets.change>['body']>
export type TicketsChange =
  | { assignee: string | null }
  | { priority: TicketRow['priority'] }
  | { dateSnoozed: string | null }
  | { status: 'closed' }

/** An assignment is refused where a colleague has made another one meanwhile. */
export const bodyFor = ({ assignee }: TicketRow, change: TicketsChange): Body =>
  'assignee' in change ? { ...change, assigneeBefore: assignee } : change

/** What takes back a change of an open ticket, unless a colleague has changed it again, one call
 * after the other: its closing has also ended its snooze, and since when it waited for whom. */
export function undoOf(
  { assignee, priority, dateSnoozed, waitingFor, dateWaiting }: TicketRow,
  change: TicketsChange,
): Body[] {
  if ('assignee' in change) return [{ assignee, assigneeBefore: change.assignee }]
  if ('priority' in change) return [{ priority, priorityBefore: change.priority }]
  if ('dateSnoozed' in change) return [{ dateSnoozed, dateSnoozedBefore: change.dateSnoozed }]
  return reopeningOf({ dateSnoozed, waitingFor, dateWaiting })
}

/** An open ticket as it was before its closing. */
export type ClosedTicket = Pick<TicketRow, '_id' | 'dateSnoozed' | 'waitingFor' | 'dateWaiting'>

const reopeningOf = ({
  dateSnoozed,
  waitingFor,
  dateWaiting,
}: Omit<ClosedTicket, '_id'>): Body[] => [
  { status: 'open' },
  ...(waitingFor
    ? [{ waitingFor, ...(dateWaiting && { dateWaiting }), ...(dateSnoozed && { dateSnoozed }) }]
    : []),
]

const atOnce = 4

/** Makes the calls of each ticket, one after the other, until one changes nothing; says how
 * many tickets were refused. Returns those that were changed. */
async function changeEach<T extends { _id: string }>(
  rows: readonly T[],
  bodiesOf: (ticket: T) => Body[],
) {
  const changed = new Set<T>()
  const errors: unknown[] = []
  const unchanged: string[] = []
  const waiting = rows.values()
  const work = async () => {
    for (const ticket of waiting)
      try {
        for (const body of bodiesOf(ticket)) {
          const request = { params: { ticket: ticket._id }, body }
          const done = await call(tickets.change, request)
          if (!done.changed) {
            unchanged.push(done.message)
            break
          }
          changed.add(ticket)
        }
      } catch (error) {
        errors.push(error)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await refresh()
  if (errors.length > 0) toast.error(t.someNotChanged(errors.length, describeError(errors[0])))
  else if (changed.size === 0 && unchanged[0]) toast.success(unchanged[0])
  return rows.filter(ticket => changed.has(ticket))
}

/** Changes tickets, says how many, and offers to take it back. */
export async function changeTickets(rows: readonly TicketRow[], change: TicketsChange) {
  const changed = await changeEach(rows, ticket => [bodyFor(ticket, change)])
  if (changed.length === 0) return
  offerUndo(t.severalChanged(changed.length), changed, ticket => undoOf(ticket, change))
}

/** Says that a ticket was closed, and offers to take it back. */
export const announceClosing = (text: string, ticket: ClosedTicket) =>
  offerUndo(text, [ticket], reopeningOf)

function offerUndo<T extends { _id: string }>(
  text: string,
  changed: readonly T[],
  undoOf: (ticket: T) => Body[],
) {
  const undo = async () => {
    const undone = await changeEach(changed, undoOf)
    if (undone.length > 0) toast.success(t.undone(undone.length))
  }
  toast.success(text, { label: t.undo, run: () => void undo() })
}
