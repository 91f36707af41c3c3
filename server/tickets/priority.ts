import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { TicketPriority } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { lockTicket } from './ticket-scope.ts'
import { dueWith } from './ticket-states.ts'

/** @throws 404 for an unknown ticket, 409 where the priority is not `before` any more */
export async function setPriority(
  db: Db,
  actor: Actor,
  id: string,
  priority: TicketPriority,
  before: TicketPriority | undefined,
): Promise<FieldChange[]> {
  const changed = sql`with changed as (
    update ticket_states set priority = ${priority}, date_due = ${dueWith(priority)}
     where vendor_id = app_vendor() and ticket_id = ${id} and priority <> ${priority}
       and priority = coalesce(${before ?? null}, priority)
    returning ticket_id)
  insert into ticket_changes (id, ticket_id, status, user_id, priority, date_changed)
  select gen_random_uuid(), ticket_id, 'prioritized', ${actor.userId}::uuid, ${priority}, clock_timestamp() from changed`
  const {
    ticket: { companyId },
    state,
    update,
  } = await db.inOrder({
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    state: () =>
      db
        .selectFrom('ticketStates')
        .select('priority')
        .where('ticketId', '=', id)
        .executeTakeFirstOrThrow(notFound),
    update: () => changed.execute(db),
  })
  if (state.priority === priority) return []
  if (!update.numAffectedRows) throw conflict('prioritizedMeanwhile')
  publish(db, { kind: 'ticket', ticket: id, company: companyId })
  return [changeOf('priority', state.priority, priority)]
}
