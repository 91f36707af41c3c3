import { type Area, paths } from '#contract/paths.ts'
import type { Request } from '#contract/route.ts'
import { type TicketRow, tickets } from '#contract/tickets.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { call, currentSession } from '../../data/api.ts'
import { ticketMessages as t } from '../../messages/current.ts'

export type Queue = {
  title: string
  /** of its page */
  href: string
  query: NonNullable<Request<typeof tickets.list>['query']>
  /** of the tickets, as the list was shown */
  ids: readonly string[]
}

const last = createStore<(Queue & { session: object }) | null>(null)

/** The list that the user has seen last, and from which they work on. */
export const setLastQueue = (queue: Queue) => last.set({ ...queue, session: currentSession() })
const lastQueue = () => {
  const queue = last.get()
  return queue?.session === currentSession() ? queue : null
}
export const hasLastQueue = () => lastQueue() !== null
export const useHasLastQueue = () => useStore({ ...last, get: hasLastQueue })

/** That list; at first, what waits for the team. */
export const lastQueueOf = (area: Exclude<Area, 'account'>): Queue =>
  lastQueue() ?? {
    title: t.lists.waiting.name,
    href: `${paths.allTickets(area)}?status=waiting`,
    query: { status: 'waiting', sort: 'dateDue', page: '0', size: '20' },
    ids: [],
  }

/** The ticket after another one in that list, of those that are in it now;
 * after the last one, the first. Null where there is no other. */
export async function nextInQueue(ticket: string): Promise<TicketRow | null> {
  const queue = lastQueue()
  if (!queue) return null
  const nextOn = async (page: string) => {
    const { tickets: rows } = await call(tickets.list, { query: { ...queue.query, page } })
    return nextOf(ticket, queue.ids, rows)
  }
  const { page = '0' } = queue.query
  return (await nextOn(page)) ?? (page === '0' ? null : nextOn('0'))
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
