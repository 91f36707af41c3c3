import type { Area } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets.ts'
import { queryClient } from '../data/queries.ts'
import { ticketCalls } from './calls.ts'

const queryKeyOf = (area: Area) => [ticketCalls(area).get.path]

/** Changes a ticket in the cache; its page and live support name it by different parameters. */
export function changeCachedTicket(area: Area, id: string, change: (ticket: Ticket) => Ticket) {
  queryClient.setQueriesData<Ticket>({ queryKey: queryKeyOf(area) }, ticket =>
    ticket?._id === id ? change(ticket) : ticket,
  )
}

export const readCachedTicket = (area: Area, id: string) =>
  queryClient
    .getQueriesData<Ticket>({ queryKey: queryKeyOf(area) })
    .find(([, ticket]) => ticket?._id === id)?.[1]

export const cancelTicketFetches = (area: Area) =>
  queryClient.cancelQueries({ queryKey: queryKeyOf(area) })
