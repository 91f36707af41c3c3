import type { TicketRow } from '#contract/tickets.ts'

const hour = 3_600_000 // ms
const day = 24 * hour

type Urgency = 'wrong' | 'soon' | 'good' | null

/** How a ticket that waits for the team stands: by its target,
 * without one by how long it waits. Null: it waits for nobody there. */
export function urgencyOf(
  { dateDue, dateWaiting, dateSnoozed }: Pick<TicketRow, 'dateDue' | 'dateWaiting' | 'dateSnoozed'>,
  now: number,
): Urgency {
  if (dateWaiting === null || dateSnoozed !== null) return null
  if (dateDue !== null) return urgencyAt(Date.parse(dateDue) - now, hour)
  return urgencyAt(Date.parse(dateWaiting) + 3 * day - now, 2 * day)
}

/** `left` until it is late, of which the last `soon` stand out, in ms. */
export const urgencyAt = (left: number, soon = hour) =>
  left < 0 ? 'wrong' : left < soon ? 'soon' : 'good'
