import type { routes } from '#contract/routes.ts'
import { tickets } from '#contract/tickets.ts'
import { type Call, serve } from '#platform/http/http.ts'
import { requireCompany } from '../companies/companies.ts'
import { listTickets } from './ticket-list.ts'
import { changeStatus, findTicket, openTicket, readTicket, reply, type TicketScope } from './tickets.ts'

const team: TicketScope = { as: 'team' }
const account = (company: string): TicketScope => ({ as: 'account', company })

export default serve('tickets', tickets, {
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
  changeOfAccount: call => change(call, account(call.params.company)),
  replyOfAccount: ({ db, actor, params, body, platform, domain }) =>
    reply(db, actor, account(params.company), { platform, domain }, params.ticket, body),
  list: ({ db, actor, query: { company, ...query }, domain }) => listTickets(db, actor, domain, 'team', company, query),
  get: ({ db, actor, params, platform, domain }) => readTicket(db, actor, team, { platform, domain }, params.ticket),
  change: call => change(call, team),
  reply: ({ db, actor, params, body, platform, domain }) => reply(db, actor, team, { platform, domain }, params.ticket, body),
})

async function change({ db, actor, params, body: { status }, t, auditSkip }: Call<typeof routes.tickets.change>, scope: TicketScope) {
  if (await changeStatus(db, actor, scope, params.ticket, status))
    return { message: status === 'closed' ? t.ticketClosed : t.ticketArchived }
  auditSkip()
  return { message: { open: t.alreadyOpen, closed: t.alreadyClosed, archived: t.alreadyArchived }[status] }
}
