import * as z from 'zod/mini'
import { vendorTeam } from './actor.ts'
import { Done, id, line, somethingToChange } from './fields.ts'
import { choiceLimit, limits } from './limits.ts'
import { search } from './paging.ts'
import { del, get, post } from './route.ts'
import { queueLists } from './ticket-lists.ts'
import { StaffTickets, ticketFilterFields } from './tickets.ts'

/** Opened today, or within so many days until today. */
export const ticketPeriods = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

/** Saved by one user, or for the team. */
export const maxTicketFilters = 50

const filters = {
  ...ticketFilterFields,
  period: z.optional(z.enum(Object.keys(ticketPeriods) as (keyof typeof ticketPeriods)[])),
}
export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]

/** Which tickets of the queue a page shows, as its address says. What
 * it names can be removed by now: then it leaves no ticket. */
export const TicketFilter = z.object({
  status: z.optional(z.enum(queueLists)),
  ...filters,
  search,
  sort: StaffTickets.shape.sort,
})
export type TicketFilter = z.output<typeof TicketFilter>

export const SavedFilter = z.object({
  _id: id,
  name: z.string(),
  /** the whole team sees and changes it; otherwise only the caller */
  isOfTeam: z.boolean(),
  query: TicketFilter,
})
export type SavedFilter = z.output<typeof SavedFilter>

export const NewSavedFilter = z.object({
  name: line(limits.name),
  isOfTeam: z.boolean(),
  query: TicketFilter,
})

/** Audited where the team's are concerned. */
const choice = { rateLimits: [choiceLimit] } as const

export const ticketFilters = {
  list: get('/staff/filter', {
    allow: vendorTeam,
    about: "The caller's saved filters of the queue and those of the team, by name",
    returns: z.object({ filters: z.array(SavedFilter) }),
  }),
  save: post('/staff/filter', {
    allow: vendorTeam,
    ...choice,
    about: `Save a filter of the queue under a name, ${maxTicketFilters} of the caller and as many of the team`,
    body: NewSavedFilter,
    returns: SavedFilter,
    creates: true,
  }),
  change: post('/staff/filter/:filter', {
    allow: vendorTeam,
    ...choice,
    about: 'Change a saved filter, or its name, or who sees it',
    body: z.partial(NewSavedFilter).check(somethingToChange),
    returns: Done,
  }),
  remove: del('/staff/filter/:filter', {
    allow: vendorTeam,
    ...choice,
    about: 'Delete a saved filter',
    returns: Done,
  }),
}
