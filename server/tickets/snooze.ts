import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import { maxSnoozeDays } from '#contract/tickets.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { type Events, recordEvent } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { readFirstDomain } from '../vendors/portal.ts'
import { lockTicket } from './ticket-scope.ts'

const day = 86_400_000 // in ms

/** Until a date or, with null, no longer. @throws 404 for an unknown ticket, 409 for one that is
 * not open, or where it is not `dateBefore` any more, 400 for a date that is past or too far */
export async function setSnoozed(
  db: Db,
  actor: Actor,
  id: string,
  date: string | null,
  dateBefore: string | null | undefined,
): Promise<FieldChange[]> {
  const left = date === null ? 0 : Date.parse(date) - Date.now()
  if (date !== null && left <= 0) throw invalid('snoozeInPast')
  if (left > maxSnoozeDays * day) throw invalid('snoozeTooLong')
  const {
    ticket: { status, companyId },
    state,
  } = await db.inOrder({
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    state: () =>
      db
        .selectFrom('ticketStates')
        .select('dateSnoozed')
        .where('ticketId', '=', id)
        .executeTakeFirstOrThrow(notFound),
  })
  if (status !== 'open') throw conflict('ticketNotOpen')
  const isSame = (other: string | null) =>
    (state.dateSnoozed && Date.parse(state.dateSnoozed)) === (other && Date.parse(other))
  if (isSame(date)) return []
  if (dateBefore !== undefined && !isSame(dateBefore)) throw conflict('snoozedMeanwhile')
  const changed = sql`with changed as (
    update ticket_states set date_snoozed = ${date} where vendor_id = app_vendor() and ticket_id = ${id}
    returning ticket_id, date_snoozed)
  insert into ticket_changes (id, ticket_id, status, user_id, date_snoozed, date_changed)
  select gen_random_uuid(), ticket_id, 'snoozed', ${actor.userId}::uuid, date_snoozed, clock_timestamp() from changed`
  await db.inOrder({
    update: () => changed.execute(db),
    record: async () =>
      date !== null &&
      (await recordEvent(db, 'ticket.snoozed', { ticket: id, date }, Math.ceil(left / 1_000))),
  })
  publish(db, { kind: 'note', ticket: id, company: companyId })
  return [changeOf('dateSnoozed', state.dateSnoozed, date && new Date(date).toISOString())]
}

/** At the date until which a ticket was snoozed, unless that was changed since. */
export const endSnooze = (
  { database }: { database: Database },
  { vendor, ticket, date }: { vendor: string } & Events['ticket.snoozed'],
): Promise<void> =>
  database.inVendor(vendor, db =>
    endSnoozes(db, sql`ticket_id = ${ticket} and date_snoozed = ${date}`),
  )

/** Those whose job is lost, as when a backup is restored. */
export const sweepSnoozes = (db: Db) =>
  endSnoozes(db, sql`date_snoozed < now() - interval '10 minutes'`)

async function endSnoozes(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ ticket: string; company: string }>`
    update ticket_states set date_snoozed = null where vendor_id = app_vendor() and ${condition}
    returning ticket_id as ticket, company_id as company`.execute(db)
  if (rows.length === 0) return
  const domain = await readFirstDomain(db)
  for (const { ticket, company } of rows) {
    publish(db, { kind: 'note', ticket, company })
    const about = { kind: 'ticket.unsnoozed', ticket, domain } as const
    await recordEvent(db, 'ticket.changed', { event: uuidv7(), ...about })
  }
}
