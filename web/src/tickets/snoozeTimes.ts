import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { formatDateTime } from '../ui/text/format.ts'

type SnoozeTime = 'later' | 'tomorrow' | 'nextMonday' | 'inThirtyDays'

const quarter = 900_000 // in ms
/** When the day begins for a ticket that was snoozed until it. */
export const startOfWork = 8

/** Whether a reply is due before that time. */
export const isPastDue = (date: string, tickets: readonly Pick<TicketRow, 'dateDue'>[]) =>
  tickets.some(({ dateDue }) => dateDue !== null && Date.parse(dateDue) < Date.parse(date))

/** Until when a ticket can be snoozed, as it is offered. */
export const labelOf = (
  { name, date }: { name: SnoozeTime; date: string },
  tickets: readonly Pick<TicketRow, 'dateDue'>[],
) => {
  const label = t.snoozeTimes[name](formatDateTime(date))
  return isPastDue(date, tickets) ? t.pastDue(label) : label
}

/** Until when a ticket can be snoozed with one choice; without the
 * ones that are on another day, or the same as an earlier one. */
export function snoozeTimes(now: number): { name: SnoozeTime; date: string }[] {
  const today = new Date(now)
  const inDays = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, startOfWork)
  const later = new Date(Math.ceil(now / quarter) * quarter + 3 * 3_600_000)
  const daysToMonday = (8 - today.getDay()) % 7 || 7
  return [
    ...(later.getDate() === today.getDate() ? [{ name: 'later' as const, at: later }] : []),
    { name: 'tomorrow' as const, at: inDays(1) },
    ...(daysToMonday > 1 ? [{ name: 'nextMonday' as const, at: inDays(daysToMonday) }] : []),
    { name: 'inThirtyDays' as const, at: inDays(30) },
  ].map(({ name, at }) => ({ name, date: at.toISOString() }))
}
