import { ticketFilters } from '#contract/ticket-filters.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import {
  changeTicketFilter,
  listTicketFilters,
  removeTicketFilter,
  saveTicketFilter,
} from './ticket-filters.ts'

export default registerRoutes('ticketFilters', ticketFilters, {
  list: ({ db, actor }) => listTicketFilters(db, actor.userId),
  save: ({ db, actor, body }) => saveTicketFilter(db, actor.userId, body),
  change: ({ db, actor, params, body, t }) =>
    withMessage(t.updated, changeTicketFilter(db, actor.userId, params.filter, body)),
  remove: ({ db, actor, params, t }) =>
    withMessage(t.deleted, removeTicketFilter(db, actor.userId, params.filter)),
})
