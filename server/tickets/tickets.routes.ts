import type { routes } from '#contract/routes.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { type TicketStatus, tickets } from '#contract/tickets.ts'
import type { Call } from '#platform/http/calls.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { requireCompany } from '../companies/companies.ts'
import type { LinkServices } from '../files/links.ts'
import { assign, listAssignees } from './assignment.ts'
import { mergeTicket, undoMerge } from './merge.ts'
import { readMailOfMessage, readMessages } from './messages.ts'
import { setPriority } from './priority.ts'
import { countQueue } from './queue-counts.ts'
import { retractMessage } from './retract.ts'
import { setSnoozed } from './snooze.ts'
import { readContext, readOpenOnMachine } from './ticket-context.ts'
import { listTickets } from './ticket-list.ts'
import { findTicket, findTicketByNumber, type TicketScope } from './ticket-scope.ts'
import { changeTopics } from './ticket-topics.ts'
import { changeStatus, openTicket, readTicket, readTicketForTeam, reply } from './tickets.ts'
import { setWaitingFor } from './waiting-for.ts'

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
  open: ({ db, actor, params, body, platform, domain, auditPriority }) => {
    if (body.priority === 'normal') auditPriority(undefined)
    return openTicket(db, actor, params.company, { platform, domain }, body)
  },
  getOfAccount: ({ db, actor, params, platform, domain }) =>
    readTicket(db, actor, account(params.company), { platform, domain }, params.ticket),
  openOnMachine: ({ db, actor, params }) => readOpenOnMachine(db, actor, 'account', params),
  changeOfAccount: call => change(call, account(call.params.company), call.body.status),
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
    const { db, actor, params, body, platform, domain, auditPriority, auditSubject } = call
    const { user: onBehalfOf, ...about } = body
    if (body.priority === 'normal') auditPriority(undefined)
    const links = { platform, domain }
    const ticket = await openTicket(db, actor, params.company, links, { ...about, onBehalfOf })
    auditSubject(`${ticketName(ticket)}: ${ticket.createdByName}`)
    return { ...ticket, notes: [], topics: [] }
  },
  counts: ({ db, actor }) => countQueue(db, actor.userId),
  get: ({ db, actor, params, platform, domain }) =>
    readTicketForTeam(db, actor, { platform, domain }, params.ticket),
  context: ({ db, params }) => readContext(db, params.ticket),
  change: changeAsTeam,
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

async function write(
  {
    db,
    actor,
    params,
    body,
    platform,
    domain,
    auditStatus,
  }: Call<typeof routes.tickets.reply, LinkServices>,
  scope: TicketScope,
) {
  const written = await reply(db, actor, scope, { platform, domain }, params.ticket, body)
  if (written.reopened) auditStatus('open')
  return written
}

type Retraction = Call<typeof routes.tickets.retract> | Call<typeof routes.tickets.retractOfAccount>

async function retract({ db, actor, params, t, auditSkip }: Retraction, scope: TicketScope) {
  if (!(await retractMessage(db, actor, scope, params.ticket, params.message))) auditSkip()
  return { message: t.messageRetracted }
}

type Change = Call<typeof routes.tickets.change> | Call<typeof routes.tickets.changeOfAccount>

async function changeAsTeam(call: Call<typeof routes.tickets.change>) {
  let changed = true
  const auditSkip = () => {
    changed = false
    call.auditSkip()
  }
  return { ...(await changeForTeam({ ...call, auditSkip })), changed }
}

async function changeForTeam(call: Call<typeof routes.tickets.change>) {
  const { db, actor, params, domain, t, auditSkip, auditStatus, auditPriority, auditSubject } = call
  const { status, assignee, assigneeBefore, priority, priorityBefore } = call.body
  const { waitingFor, dateWaiting, dateSnoozed, dateSnoozedBefore } = call.body
  const { addTopics, removeTopics } = call.body
  const assigned =
    assignee === undefined
      ? null
      : await assign(db, actor, domain, params.ticket, assignee, assigneeBefore)
  const isPrioritized =
    priority !== undefined &&
    (await setPriority(db, actor, params.ticket, priority, priorityBefore))
  if (!isPrioritized) auditPriority(undefined)
  const isTurned =
    waitingFor !== undefined &&
    (await setWaitingFor(db, actor, params.ticket, waitingFor, dateWaiting))
  const isSnoozed =
    dateSnoozed !== undefined &&
    (await setSnoozed(db, actor, params.ticket, dateSnoozed, dateSnoozedBefore))
  const classified =
    addTopics || removeTopics
      ? await changeTopics(db, actor, params.ticket, { addTopics, removeTopics })
      : null
  const subject = [assigned ?? classified?.ticket, classified?.topics].filter(Boolean).join(' ')
  if (subject) auditSubject(subject)
  const isChanged =
    assigned !== null || isPrioritized || isTurned || isSnoozed || classified !== null
  if (status !== undefined)
    return change(
      // Of a status that the ticket has already, the entry of the other changes does not tell.
      isChanged ? { ...call, auditSkip: () => auditStatus(undefined) } : call,
      team,
      status,
    )
  if (isSnoozed) return { message: dateSnoozed ? t.snoozed : t.unsnoozed }
  if (isTurned) return { message: waitingFor === 'team' ? t.waitsForTeam : t.waitsForCustomer }
  if (isPrioritized) return { message: t.priorityChanged }
  if (classified !== null) return { message: t.topicsChanged }
  if (assigned !== null && assignee === actor.userId) return { message: t.ticketTaken }
  if (assigned !== null) return { message: assignee ? t.ticketAssigned : t.ticketUnassigned }
  auditSkip()
  if (dateSnoozed !== undefined) return { message: dateSnoozed ? t.alreadySnoozed : t.notSnoozed }
  if (waitingFor !== undefined) return { message: t.alreadyWaiting }
  if (priority !== undefined) return { message: t.samePriority }
  if (addTopics || removeTopics) return { message: t.sameTopics }
  return { message: assignee ? t.alreadyAssigned : t.alreadyUnassigned }
}

async function change(call: Change, scope: TicketScope, status: TicketStatus) {
  const { db, actor, domain, params, t, auditSkip } = call
  if (await changeStatus(db, actor, scope, domain, params.ticket, status))
    return {
      message: { open: t.ticketReopened, closed: t.ticketClosed, archived: t.ticketArchived }[
        status
      ],
    }
  auditSkip()
  return {
    message: { open: t.alreadyOpen, closed: t.alreadyClosed, archived: t.alreadyArchived }[status],
  }
}
