import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { recordChange } from './record-change.ts'
import { fullNameOf } from './ticket-rows.ts'
import { lockTicket } from './ticket-scope.ts'

export const isActiveColleague = sql<boolean>`(users.role in ('staff', 'admin') and users.password_hash is not null)`

/** The active members of the team without operators, by name. */
export const listAssignees = (db: Db) =>
  db
    .selectFrom('users')
    .where(isActiveColleague)
    .select(['users.id as _id', fullNameOf('users').as('name')])
    .orderBy(sql`${fullNameOf('users')} collate turkish`)
    .orderBy('users.id')
    .execute()

/** Assigns a ticket to a member of the team, or unassigns it; no change for the present
 * assignee. @throws 404 for an unknown user, 409 for one who is no active member, or
 * where the assignee is not `before` any more */
export async function assign(
  db: Db,
  actor: Actor,
  domain: string,
  id: string,
  assignee: string | null,
  before: string | null | undefined,
): Promise<FieldChange[]> {
  // Locked, so that the person does not leave the team meanwhile; before
  // the ticket, as a reply by mail and a removal lock them.
  const {
    person,
    ticket: { companyId },
    current,
  } = await db.inOrder({
    person: async () =>
      assignee &&
      db
        .selectFrom('users')
        .select([fullNameOf('users').as('name'), isActiveColleague.as('isAssignable')])
        .where('users.id', '=', assignee)
        .forShare()
        .executeTakeFirstOrThrow(notFound),
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    current: () => readAssignee(db, id),
  })
  if (current.assignee === assignee) return []
  if (before !== undefined && current.assignee !== before)
    throw current.name === null
      ? conflict('unassignedMeanwhile')
      : conflict('assignedMeanwhile', current.name)
  if (person && !person.isAssignable) throw conflict('notAssignable')
  await db.inOrder({
    update: () => setAssignee(db, actor.userId, assignee, sql<boolean>`ticket_id = ${id}`),
    record: async () =>
      assignee &&
      assignee !== actor.userId &&
      (await recordChange(db, actor, domain, { kind: 'ticket.assigned', ticket: id, assignee })),
  })
  publish(db, { kind: 'note', ticket: id, company: companyId })
  return [changeOf('assignee', current.name, person ? person.name : null)]
}

const readAssignee = (db: Db, ticket: string) =>
  db
    .selectFrom('ticketStates as s')
    .leftJoin('users as u', join =>
      join.onRef('u.vendorId', '=', 's.vendorId').onRef('u.id', '=', 's.assigneeId'),
    )
    .select([
      's.assigneeId as assignee',
      sql<string | null>`case when u.id is not null then ${fullNameOf('u')} end`.as('name'),
    ])
    .where('s.ticketId', '=', ticket)
    .executeTakeFirstOrThrow(notFound)

/** Assigns the tickets for which the condition on their states
 * holds, and writes that into the history of each. */
const setAssignee = (
  db: Db,
  actor: string,
  assignee: string | null,
  condition: RawBuilder<boolean>,
) =>
  sql`with assigned as (
    update ticket_states set assignee_id = ${assignee}
     where vendor_id = app_vendor() and ${condition}
    returning ticket_id)
  insert into ticket_changes (id, ticket_id, status, user_id, assignee_id, date_changed)
  select gen_random_uuid(), ticket_id, 'assigned', ${actor}::uuid, ${assignee}::uuid, clock_timestamp() from assigned`.execute(
    db,
  )

/** Unassigns all tickets of a user whom `actor` removes from the team, closed ones included. */
export const unassignAll = (db: Db, actor: Actor, userId: string) =>
  setAssignee(db, actor.userId, null, sql<boolean>`assignee_id = ${userId}`)

/** Assigns an unassigned ticket to the colleague who answers it, where the vendor has set so. */
export const assignAnswering = (db: Db, ticket: string, userId: string) =>
  setAssignee(
    db,
    userId,
    userId,
    sql<boolean>`ticket_id = ${ticket} and assignee_id is null and exists (
      select from vendors join users on users.vendor_id = vendors.vendor_id
       where vendors.vendor_id = app_vendor() and assign_on_reply and users.id = ${userId} and ${isActiveColleague})`,
  )

/** Keeps a colleague on the team until the transaction ends,
 * where the vendor assigns tickets to those who answer. */
export const lockAnsweringColleague = prepareQuery(
  (db, { userId }: Placeholders<{ userId: string }>) =>
    db
      .selectFrom('users')
      .innerJoin('vendors', 'vendors.vendorId', 'users.vendorId')
      .select('users.id')
      .where('users.id', '=', userId)
      .where('vendors.assignOnReply', '=', sql<boolean>`true`)
      .forShare('users'),
)
