import type { NewContact } from '#contract/people.ts'
import type { routes } from '#contract/routes.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { type TicketPriority, tickets } from '#contract/tickets.ts'
import type { Call } from '#platform/http/calls.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { writeAudit } from '../audit/audit-log.ts'
import { changeOf } from '../audit/changes.ts'
import { lockCompany, requireCompany } from '../companies/companies.ts'
import { createContact } from '../companies/contacts.ts'
import type { LinkServices } from '../files/links.ts'
import { listAssignees } from './assignment.ts'
import { changeStatus } from './change-status.ts'
import { mergeTicket, undoMerge } from './merge.ts'
import { readMailOfMessage, readMessages } from './messages.ts'
import { readContents } from './move.ts'
import { countQueue } from './queue-counts.ts'
import { retractMessage } from './retract.ts'
import { changeForTeam, describeStatus } from './team-changes.ts'
import { readContext, readOpenOnMachine } from './ticket-context.ts'
import { listTickets } from './ticket-list.ts'
import { findTicket, findTicketByNumber, type TicketScope } from './ticket-scope.ts'
import { changesOfReply, openTicket, readTicket, readTicketForTeam, reply } from './tickets.ts'

const team: TicketScope = { as: 'team' }
const account = (company: string): TicketScope => ({ as: 'account', company })

export default registerRoutes<typeof tickets, LinkServices>('tickets', tickets, {
  find: ({ db, actor, params }) => findTicket(db, actor, params.ticket),
  findByNumber: ({ db, actor, query }) => findTicketByNumber(db, actor, query.number),
  mailOfMessage: ({ db, actor, params }) =>
    readMailOfMessage(db, actor, params.ticket, params.message),
  listOfAccount: async ({ db, actor, params, query, domain }) => {
    const [, list] = await Promise.all([
      requireCompany(db, actor, params.company, 'account'),
      listTickets(db, actor, domain, 'account', params.company, query),
    ])
    return list
  },
  open: ({ db, actor, params, body, platform, domain, auditChanges }) => {
    auditPriority(auditChanges, body)
    return openTicket(db, actor, params.company, { platform, domain }, body)
  },
  getOfAccount: ({ db, actor, params, platform, domain }) =>
    readTicket(db, actor, account(params.company), { platform, domain }, params.ticket),
  openOnMachine: ({ db, actor, params }) => readOpenOnMachine(db, actor, 'account', params),
  changeOfAccount: async ({ db, actor, params, body, domain, t, auditChanges }) => {
    const scope = account(params.company)
    const changes = await changeStatus(db, actor, scope, domain, params.ticket, body.status)
    auditChanges(changes)
    return { message: describeStatus(t, body.status, changes.length > 0) }
  },
  messagesOfAccount: ({ db, actor, params, query, platform, domain }) =>
    readMessages(
      db,
      actor,
      account(params.company),
      { platform, domain },
      params.ticket,
      query.before ?? null,
    ),
  replyOfAccount: call => write(call, account(call.params.company)),
  retractOfAccount: call => retract(call, account(call.params.company)),
  list: ({ db, actor, query: { company, ...query }, domain }) =>
    listTickets(db, actor, domain, 'team', company, query),
  openOnMachineForTeam: ({ db, actor, params }) => readOpenOnMachine(db, actor, 'team', params),
  openOnBehalf: async call => {
    const { db, actor, params, body, platform, domain, auditChanges, auditSubject } = call
    const { user, contact, ...about } = body
    const onBehalfOf = contact ? await addContact(call, contact) : (user as string)
    auditPriority(auditChanges, body)
    const links = { platform, domain }
    const ticket = await openTicket(db, actor, params.company, links, { ...about, onBehalfOf })
    auditSubject(`${ticketName(ticket)}: ${ticket.createdByName}`)
    return { ...ticket, notes: [], topics: [] }
  },
  counts: ({ db, actor }) => countQueue(db, actor.userId),
  get: ({ db, actor, params, platform, domain }) =>
    readTicketForTeam(db, actor, { platform, domain }, params.ticket),
  context: ({ db, params }) => readContext(db, params.ticket),
  contents: ({ db, actor, params }) => readContents(db, actor, params.ticket, params.company),
  change: changeForTeam,
  merge: async ({ db, actor, domain, params, body, t, auditSubject }) => {
    auditSubject(await mergeTicket(db, actor, domain, params.ticket, body.into))
    return { message: t.ticketsMerged }
  },
  undoMerge: async ({ db, actor, params, t, auditSubject }) => {
    auditSubject(await undoMerge(db, actor, params.ticket))
    return { message: t.mergeUndone }
  },
  assignees: async ({ db }) => ({ assignees: await listAssignees(db) }),
  messages: ({ db, actor, params, query, platform, domain }) =>
    readMessages(db, actor, team, { platform, domain }, params.ticket, query.before ?? null),
  reply: call => write(call, team),
  retract: call => retract(call, team),
})

/** With an audit entry of its own, as of the call that only adds a contact. */
async function addContact(
  { db, actor, params, language, source }: Call<typeof routes.tickets.openOnBehalf>,
  contact: NewContact,
) {
  const { company } = params
  await lockCompany(db, company)
  const id = await createContact(db, company, contact, language)
  const subject = contact.email || `${contact.name} ${contact.surname}`
  await writeAudit(db, source, { action: 'users.createContact', actor, ids: { company }, subject })
  return id
}

/** A new ticket has a normal priority, unless its author says otherwise. */
function auditPriority(audit: Call['auditChanges'], { priority }: { priority: TicketPriority }) {
  if (priority !== 'normal') audit([changeOf('priority', null, priority)])
}

type Writing =
  | Call<typeof routes.tickets.reply, LinkServices>
  | Call<typeof routes.tickets.replyOfAccount, LinkServices>

async function write(
  { db, actor, params, body, platform, domain, auditChanges }: Writing,
  scope: TicketScope,
) {
  const written = await reply(db, actor, scope, { platform, domain }, params.ticket, body)
  const changes = changesOfReply(written)
  if (changes.length > 0) auditChanges(changes)
  return written
}

type Retraction = Call<typeof routes.tickets.retract> | Call<typeof routes.tickets.retractOfAccount>

async function retract({ db, actor, params, t, auditSkip }: Retraction, scope: TicketScope) {
  if (!(await retractMessage(db, actor, scope, params.ticket, params.message))) auditSkip()
  return { message: t.messageRetracted }
}
