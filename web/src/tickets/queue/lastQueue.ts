import { type Area, paths } from '#contract/paths.ts'
import type { Request } from '#contract/route.ts'
import { type TicketRow, tickets } from '#contract/tickets.ts'
import { call } from '../../data/api.ts'
import { listName, listOrder } from './queueLists.ts'

export type Queue = {
  title: string
  /** of its page */
  href: string
  query: NonNullable<Request<typeof tickets.list>['query']>
  /** of the tickets, as the list was shown */
  ids: readonly string[]
}

let last: Queue | null = null

/** The list that the user has seen last, and from which they work on. */
export const setLastQueue = (queue: Queue) => {
  last = queue
}
export const hasLastQueue = () => last !== null

/** That list; at first, what waits for the team. */
export const lastQueueOf = (area: Exclude<Area, 'account'>): Queue =>
  last ?? {
    title: listName('waiting'),
    href: `${paths.allTickets(area)}?status=waiting`,
    query: { status: 'waiting', sort: listOrder('waiting') as 'dateDue', page: '0', size: '20' },
    ids: [],
  }

/** The ticket after another one in that list, of those that are in it now;
 * after the last one, the first. Null where there is no other. */
export async function nextInQueue(ticket: string): Promise<TicketRow | null> {
  if (!last) return null
  const { query, ids } = last
  const { tickets: rows } = await call(tickets.list, { query })
  return nextOf(ticket, ids, rows)
}

export function nextOf<T extends { _id: string }>(
  ticket: string,
  ids: readonly string[],
  rows: readonly T[],
): T | null {
  const others = rows.filter(({ _id }) => _id !== ticket)
  const following = ids.slice(ids.indexOf(ticket) + 1)
  return others.find(({ _id }) => following.includes(_id)) ?? others[0] ?? null
}
