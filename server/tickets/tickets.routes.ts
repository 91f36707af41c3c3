import type { TicketStatus } from '#contract/tickets.ts'
import { type Call, serve } from '#platform/http.ts'
import { requireCompany } from '../companies/companies.ts'
import { listTickets } from './ticket-list.ts'
import { changeStatus, findTicket, openTicket, readTicket, reply, type Side } from './tickets.ts'

const team: Side = { as: 'team' }
const account = (company: string): Side => ({ as: 'account', company })

export default serve('tickets', {
  find: ({ db, actor, params }) => findTicket(db, actor, params.ticket),
  listOfAccount: async ({ db, actor, params, query, domain }) => {
    const [, list] = await Promise.all([
      requireCompany(db, actor, params.company, 'account'),
      listTickets(db, actor, domain, 'account', params.company, query),
    ])
    return list
  },
  open: ({ db, actor, params, body, platform, domain }) => openTicket(db, actor, params.company, { platform, domain }, body),
  getOfAccount: ({ db, actor, params, platform, domain }) =>
    readTicket(db, actor, account(params.company), { platform, domain }, params.ticket),
  changeOfAccount: async ({ db, actor, params, body, say }) =>
    done(say, body.status, await changeStatus(db, actor, account(params.company), params.ticket, body.status)),
  replyOfAccount: ({ db, actor, params, body, platform, domain }) =>
    reply(db, actor, account(params.company), { platform, domain }, params.ticket, body),
  list: ({ db, actor, query: { company, ...query }, domain }) => listTickets(db, actor, domain, 'team', company, query),
  get: ({ db, actor, params, platform, domain }) => readTicket(db, actor, team, { platform, domain }, params.ticket),
  change: async ({ db, actor, params, body, say }) =>
    done(say, body.status, await changeStatus(db, actor, team, params.ticket, body.status)),
  reply: ({ db, actor, params, body, platform, domain }) => reply(db, actor, team, { platform, domain }, params.ticket, body),
})

const done = (say: Call['say'], status: TicketStatus, changed: boolean) => ({
  message: changed
    ? status === 'closed'
      ? say.ticketClosed
      : say.ticketArchived
    : { open: say.alreadyOpen, closed: say.alreadyClosed, archived: say.alreadyArchived }[status],
})
