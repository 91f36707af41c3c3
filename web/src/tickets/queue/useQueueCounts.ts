import { tickets } from '#contract/tickets.ts'
import { pollInterval } from '../../data/live.ts'
import { useRouteQuery } from '../../data/queries.ts'

/** Fetched again after each change of a ticket. */
export const useQueueCounts = () =>
  useRouteQuery(tickets.counts, {}, { refetchInterval: () => pollInterval('ticket') }).data
