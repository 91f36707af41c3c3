import type { FieldChange } from '#contract/audit.ts'
import type { doneMessages } from '#contract/done.ts'
import type { routes } from '#contract/routes.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Call } from '#platform/http/calls.ts'
import { assign } from './assignment.ts'
import { changeStatus } from './change-status.ts'
import { correctTicket } from './correct.ts'
import { setPriority } from './priority.ts'
import { setSnoozed } from './snooze.ts'
import { changeTopics } from './ticket-topics.ts'
import { setWaitingFor } from './waiting-for.ts'

type ChangeCall = Call<typeof routes.tickets.change>
type Body = ChangeCall['body']

const corrected = ['title', 'machine', 'requester', 'company'] as const

type TeamChange<Asked> = {
  /** @throws where the ticket does not allow it */
  apply: (call: ChangeCall, asked: Asked) => Promise<FieldChange[]>
  done: (call: ChangeCall, asked: Asked, changes: FieldChange[]) => string
  /** of a ticket that was so already */
  same: (call: ChangeCall, asked: Asked) => string
}

const teamChange =
  <Asked>(askedBy: (body: Body) => Asked | undefined, { apply, done, same }: TeamChange<Asked>) =>
  async (call: ChangeCall) => {
    const asked = askedBy(call.body)
    if (asked === undefined) return null
    const changes = await apply(call, asked)
    const message = changes.length > 0 ? done(call, asked, changes) : same(call, asked)
    return { changes, message }
  }

/** What the team can change on a ticket, in the order in which one call does it. */
const teamChanges = [
  teamChange(body => body.assignee, {
    apply: ({ db, actor, domain, params, body }, assignee) =>
      assign(db, actor, domain, params.ticket, assignee, body.assigneeBefore),
    done: ({ t, actor }, assignee) => {
      if (assignee === null) return t.ticketUnassigned
      return assignee === actor.userId ? t.ticketTaken : t.ticketAssigned
    },
    same: ({ t }, assignee) => (assignee ? t.alreadyAssigned : t.alreadyUnassigned),
  }),
  teamChange(
    ({ addTopics, removeTopics }) =>
      addTopics || removeTopics ? { addTopics, removeTopics } : undefined,
    {
      apply: ({ db, actor, params }, topics) => changeTopics(db, actor, params.ticket, topics),
      done: ({ t }) => t.topicsChanged,
      same: ({ t }) => t.sameTopics,
    },
  ),
  teamChange(body => (corrected.some(field => body[field] !== undefined) ? body : undefined), {
    apply: ({ db, actor, params }, correction) =>
      correctTicket(db, actor, params.ticket, correction),
    done: ({ t }, _, changes) =>
      changes.some(({ field }) => field === 'company') ? t.ticketMoved : t.ticketCorrected,
    same: ({ t }) => t.nothingCorrected,
  }),
  teamChange(body => body.priority, {
    apply: ({ db, actor, params, body }, priority) =>
      setPriority(db, actor, params.ticket, priority, body.priorityBefore),
    done: ({ t }) => t.priorityChanged,
    same: ({ t }) => t.samePriority,
  }),
  teamChange(body => body.waitingFor, {
    apply: ({ db, actor, params, body }, side) =>
      setWaitingFor(db, actor, params.ticket, side, body.dateWaiting),
    done: ({ t }, side) => (side === 'team' ? t.waitsForTeam : t.waitsForCustomer),
    same: ({ t }) => t.alreadyWaiting,
  }),
  teamChange(body => body.dateSnoozed, {
    apply: ({ db, actor, params, body }, date) =>
      setSnoozed(db, actor, params.ticket, date, body.dateSnoozedBefore),
    done: ({ t }, date) => (date ? t.snoozed : t.unsnoozed),
    same: ({ t }, date) => (date ? t.alreadySnoozed : t.notSnoozed),
  }),
  teamChange(body => body.status, {
    apply: ({ db, actor, domain, params }, status) =>
      changeStatus(db, actor, { as: 'team' }, domain, params.ticket, status),
    done: ({ t }, status) => describeStatus(t, status, true),
    same: ({ t }, status) => describeStatus(t, status, false),
  }),
]

/** The message is that of the last change, or else of the last that was so already. */
export async function changeForTeam(call: ChangeCall) {
  const changes: FieldChange[] = []
  let message = ''
  for (const change of teamChanges) {
    const outcome = await change(call)
    if (outcome && (outcome.changes.length > 0 || changes.length === 0)) message = outcome.message
    changes.push(...(outcome?.changes ?? []))
  }
  call.auditChanges(changes)
  return { message, changed: changes.length > 0 }
}

export function describeStatus(
  t: ReturnType<typeof doneMessages>,
  status: TicketStatus,
  isChanged: boolean,
): string {
  const done = { open: t.ticketReopened, closed: t.ticketClosed, archived: t.ticketArchived }
  const same = { open: t.alreadyOpen, closed: t.alreadyClosed, archived: t.alreadyArchived }
  return (isChanged ? done : same)[status]
}
