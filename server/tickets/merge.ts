import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { undoMergeHours } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { assertNotTooLong } from './messages.ts'
import { recordChange } from './record-change.ts'
import { type TicketScope, visibleTicket } from './ticket-scope.ts'
import { endSnoozeOfWaiting, recomputeState, setWaiting, takeCallBack } from './ticket-states.ts'
import { assertNotTooManyNotes } from './write-note.ts'

const team: TicketScope = { as: 'team' }

/** Moves the messages and notes of a duplicate to an open ticket of its company, and archives it.
 * Returns what the audit says of it. @throws 404 for an unknown ticket, 409 for itself, another
 * company, an archived duplicate or one with merges, a target that is not open or too long */
export async function mergeTicket(
  db: Db,
  actor: Actor,
  domain: string,
  id: string,
  chosen: string,
): Promise<string> {
  const into = await readTarget(db, chosen)
  if (id === into) throw conflict('mergeIntoSelf')
  const [duplicate, target] = await lockBoth(db, actor, id, into)
  if (duplicate.companyId !== target.companyId) throw conflict('mergeOtherCompany')
  if (duplicate.status === 'archived') throw conflict('mergeOfArchived')
  if (target.status !== 'open') throw conflict('mergeIntoClosed')
  if (await hasMerges(db, id)) throw conflict('mergeOfMerged')
  const before = await lastMessageOf(db, into)
  await db
    .insertInto('ticketMerges')
    .values({
      ticketId: id,
      intoId: into,
      userId: actor.userId,
      wasOpen: duplicate.status === 'open',
    })
    .execute()
  await move(db, { from: id, to: into, mergedFrom: id })
  await takeCallBack(db, { from: id, to: into })
  await assertNotTooLong(db, into)
  await assertNotTooManyNotes(db, into)
  await db
    .updateTable('tickets')
    .set({
      status: 'archived',
      dateClosed: sql<string>`coalesce(date_closed, clock_timestamp())`,
      closedBy: sql<string>`coalesce(closed_by, ${actor.userId}::uuid)`,
      dateArchived: sql<string>`clock_timestamp()`,
      archivedBy: actor.userId,
    })
    .where('id', '=', id)
    .execute()
  await setWaiting(db, id, false)
  // Only a newer message changes whose reply the target waits for.
  if ((await lastMessageOf(db, into)) !== before) {
    await recomputeState(db, into)
    await endSnoozeOfWaiting(db, into)
  }
  await recordChange(db, actor, domain, { kind: 'ticket.merged', ticket: into })
  for (const ticket of [id, into])
    publish(db, { kind: 'ticket', ticket, company: target.companyId })
  return `${ticketName(duplicate)} → ${ticketName(target)}`
}

/** Returns the messages and notes to the duplicate, which is as before again. Messages that were
 * written since stay where they are. @throws 404 for an unknown ticket, 409 where it
 * is not merged, or was merged too long ago */
export async function undoMerge(db: Db, actor: Actor, id: string): Promise<string> {
  const found = await findMerge(db, id)
  const into = found?.intoId ?? id
  const [duplicate, target] = await lockBoth(db, actor, id, into)
  const merge = await findMerge(db, id)
  if (!merge) throw conflict('notMerged')
  if (merge.isOld) throw conflict('mergeTooOld', undoMergeHours)
  await move(db, { from: into, to: id, mergedFrom: null })
  await db.deleteFrom('ticketMerges').where('ticketId', '=', id).execute()
  await db
    .updateTable('tickets')
    .set({
      dateArchived: null,
      archivedBy: null,
      ...(merge.wasOpen
        ? { status: 'open', dateClosed: null, closedBy: null }
        : { status: 'closed' }),
    })
    .where('id', '=', id)
    .execute()
  await setWaiting(db, id, merge.wasOpen)
  await recomputeState(db, id)
  await recomputeState(db, into)
  await recordEvent(db, 'merge.undone', { ticket: id })
  for (const ticket of [id, into])
    publish(db, { kind: 'ticket', ticket, company: target.companyId })
  return ticketName(duplicate)
}

/** In the order of ids, as two merges may lock the same tickets. */
async function lockBoth(db: Db, actor: Actor, id: string, other: string) {
  const lock = (each: string) =>
    visibleTicket(db, actor, team, each)
      .select([
        'tickets.id',
        'tickets.number',
        'tickets.title',
        'tickets.status',
        'tickets.companyId',
      ])
      .forNoKeyUpdate()
      .executeTakeFirst()
  const [first = '', second = ''] = [id, other].toSorted()
  const locked = await db.inOrder({
    first: () => lock(first),
    second: () => lock(second),
  })
  const of = (each: string) => {
    const ticket = Object.values(locked).find(row => row?.id === each)
    if (!ticket) throw notFound()
    return ticket
  }
  return [of(id), of(other)] as const
}

const readTarget = async (db: Db, chosen: string) =>
  (
    await db
      .selectFrom('ticketMerges')
      .select('intoId')
      .where('ticketId', '=', chosen)
      .executeTakeFirst()
  )?.intoId ?? chosen

const hasMerges = async (db: Db, into: string) =>
  (await db
    .selectFrom('ticketMerges')
    .select('ticketId')
    .where('intoId', '=', into)
    .limit(1)
    .executeTakeFirst()) !== undefined

const findMerge = (db: Db, id: string) =>
  db
    .selectFrom('ticketMerges')
    .select([
      'intoId',
      'wasOpen',
      sql<boolean>`date_merged < now() - make_interval(hours => ${sql.lit(undoMergeHours)})`.as(
        'isOld',
      ),
    ])
    .where('ticketId', '=', id)
    .executeTakeFirst()

const lastMessageOf = async (db: Db, ticket: string) =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('ticketId', '=', ticket)
      .where('dateRetracted', 'is', null)
      .orderBy('dateAdded', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** What came from a duplicate, back to it; or all of a ticket. */
async function move(
  db: Db,
  { from, to, mergedFrom }: { from: string; to: string; mergedFrom: string | null },
) {
  for (const table of ['messages', 'ticketNotes'] as const)
    await db
      .updateTable(table)
      .set({ ticketId: to, mergedFrom })
      .where('ticketId', '=', from)
      .$if(mergedFrom === null, query => query.where('mergedFrom', '=', to))
      .execute()
}
