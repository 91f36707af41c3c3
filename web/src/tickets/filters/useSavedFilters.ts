import { ticketFilters } from '#contract/ticket-filters.ts'
import { useRouteQuery } from '../../data/queries.ts'

/** The user's own filters and those of the team. */
export const useSavedFilters = () => useRouteQuery(ticketFilters.list).data?.filters
