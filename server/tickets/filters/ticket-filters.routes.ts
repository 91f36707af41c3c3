import { ticketFilters } from '#contract/ticket-filters.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { auditOfTeam } from '../../audit/audit-of-team.ts'
import {
  changeTicketFilter,
  listTicketFilters,
  removeTicketFilter,
  saveTicketFilter,
} from './ticket-filters.ts'

export default registerRoutes('ticketFilters', ticketFilters, {
  list: ({ db, actor }) => listTicketFilters(db, actor.userId),
  save: async call => {
    const saved = await saveTicketFilter(call.db, call.actor.userId, call.body)
    auditOfTeam(call, saved.isOfTeam ? saved.name : null)
    return saved
  },
  change: async call => {
    const { db, actor, params, body, t } = call
    auditOfTeam(call, await changeTicketFilter(db, actor.userId, params.filter, body))
    return { message: t.updated }
  },
  remove: async call => {
    const { db, actor, params, t } = call
    auditOfTeam(call, await removeTicketFilter(db, actor.userId, params.filter))
    return { message: t.deleted }
  },
})
