import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { assertNotMerged } from './merged-tickets.ts'
import { recordChange } from './record-change.ts'
import { isReopenable, reopen } from './reopening.ts'
import { lockTicket, type TicketScope } from './ticket-scope.ts'
import { setWaiting } from './ticket-states.ts'

/** Open to closed, closed to archived, and back to open, for customers
 * within some days; no change if the ticket has the status already.
 * @throws 409 for any other step */
export async function changeStatus(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  domain: string,
  id: string,
  status: TicketStatus,
): Promise<FieldChange[]> {
  const ticket = await lockTicket(db, actor, scope, id)
  if (ticket.status === status) return []
  if (status === 'closed' && ticket.status !== 'open') throw conflict('ticketNotOpen')
  if (status === 'archived' && ticket.status !== 'closed') throw conflict('ticketNotClosed')
  if (ticket.status === 'archived') await assertNotMerged(db, id)
  if (status === 'open' && scope.as === 'account' && !(await isReopenable(db, id)))
    throw conflict(ticket.status === 'closed' ? 'ticketNotReopened' : 'ticketNotUnarchived')
  if (status === 'open') await reopen(db, actor, id)
  else await endTicket(db, actor, id, status)
  await recordChange(db, actor, domain, {
    kind: status === 'open' ? 'ticket.reopened' : `ticket.${status}`,
    ticket: id,
  })
  publish(db, { kind: 'ticket', ticket: id, company: ticket.companyId })
  return [changeOf('status', ticket.status, status)]
}

/** Closes or archives a ticket, whose lock the caller holds. */
export const endTicket = (db: Db, actor: Actor, id: string, status: 'closed' | 'archived') =>
  db.inOrder({
    update: () =>
      db
        .updateTable('tickets')
        .set(
          status === 'closed'
            ? { status, dateClosed: afterOtherDates, closedBy: actor.userId }
            : { status, dateArchived: afterOtherDates, archivedBy: actor.userId },
        )
        .where('id', '=', id)
        .execute(),
    state: () => setWaiting(db, id, false),
  })

/** Not before the ticket's other dates; `now()` would be the
 * transaction's start, before it waited for the lock. */
const afterOtherDates = sql<string>`greatest(clock_timestamp(), date_closed, (
  select date_last_message from ticket_states s where s.vendor_id = tickets.vendor_id and s.ticket_id = tickets.id))`
