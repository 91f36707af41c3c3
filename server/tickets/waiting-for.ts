import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { WaitingFor } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { lockTicket } from './ticket-scope.ts'
import { setSide } from './ticket-states.ts'

/** Until the next message; for the team since `dateWaiting`, if given. @throws 404 for an
 * unknown ticket, 409 for one that waits for no reply, as a closed one */
export async function setWaitingFor(
  db: Db,
  actor: Actor,
  id: string,
  waitingFor: WaitingFor,
  dateWaiting?: string,
): Promise<FieldChange[]> {
  const {
    ticket: { companyId },
    state,
  } = await db.inOrder({
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    state: () =>
      db
        .selectFrom('ticketStates')
        .select('waitingFor')
        .where('ticketId', '=', id)
        .executeTakeFirstOrThrow(notFound),
  })
  if (state.waitingFor === null) throw conflict('ticketNotOpen')
  const since = waitingFor === 'team' ? dateWaiting : undefined
  if (state.waitingFor === waitingFor && !since) return []
  await setSide(db, id, waitingFor, since)
  publish(db, { kind: 'ticket', ticket: id, company: companyId })
  return [changeOf('waitingFor', state.waitingFor, waitingFor)]
}
