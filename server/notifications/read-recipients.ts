import { type Kysely, sql } from 'kysely'
import {
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from '#contract/notifications.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { asTeam } from '../companies/viewer.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { type Candidate, recipientsOf, type TicketState } from './recipients.ts'

type TicketEvent = {
  kind: NotificationKind
  ticket: string
  event: string
  actor: string | null
  note: string | null
}

/** Of all users, or of `users` only. None where the ticket's company has been removed. */
export async function readRecipients(
  db: Db,
  { kind, ticket, event, actor, note }: TicketEvent,
  users: string[] | null = null,
) {
  const tellsTeam = notificationRules[kind].relations.includes('team')
  const candidates = await candidatesOf(db, { ticket, kind, event, note, users, tellsTeam })
  const [state] = candidates
  return state ? recipientsOf({ kind, actor, note }, state, candidates) : []
}

/** By the user's present access, scope and preferences;
 * undefined if they are not notified any more. */
export const readRecipient = async (db: Db, user: string, event: TicketEvent) =>
  (await readRecipients(db, event, [user]))[0]

const toldToSnoozer = notificationKinds.filter(kind =>
  notificationRules[kind].relations.includes('snoozer'),
)
const kindsForSnoozer = sql.lit(`{${toldToSnoozer.join()}}`)

type CandidatesQuery = {
  ticket: string
  kind: string
  event: string
  note: string | null
  users: string[] | null
  /** whether its kind concerns more of the team than have to do with the ticket */
  tellsTeam: boolean
}

/** The ticket with its messages before the event, as a job may run after a later one's;
 * who is assigned to it, follows it, mutes it or is of the team is read as of now. */
const ticketOf = (
  db: Kysely<Schema>,
  { ticket, kind, event, note }: Placeholders<CandidatesQuery>,
) => {
  const messagesBefore = sql`messages m where m.vendor_id = tickets.vendor_id and m.ticket_id = tickets.id and m.id < ${event}`
  const assignee = sql<
    string | null
  >`(select assignee_id from ticket_states s where s.vendor_id = tickets.vendor_id and s.ticket_id = tickets.id)`
  const activeColleague = (idColumn: string) => sql`exists (
    select from users u where u.vendor_id = tickets.vendor_id and u.id = ${sql.ref(idColumn)} and u.role in ('staff', 'admin') and u.password_hash is not null)`
  const known = visibleTickets(db, asTeam)
    .where('tickets.id', '=', ticket)
    .select([
      'tickets.vendorId',
      'tickets.id',
      'tickets.companyId',
      'tickets.createdBy',
      assignee.as('assignee'),
      sql<boolean>`(${assignee} is not null
        or exists (select from ticket_follows f where f.vendor_id = tickets.vendor_id and f.ticket_id = tickets.id and f.follows and ${activeColleague('f.userId')})
        or exists (select from ${messagesBefore} and m.is_staff and ${activeColleague('m.userId')} and not exists (
          select from ticket_follows f where f.vendor_id = tickets.vendor_id and f.ticket_id = tickets.id and f.user_id = m.user_id and not f.follows)))`.as(
        'isTaken',
      ),
      sql<string | null>`case when ${kind} = any(${kindsForSnoozer}) then (
        select user_id from ticket_changes h where h.vendor_id = tickets.vendor_id and h.ticket_id = tickets.id and h.date_snoozed is not null
         order by h.date_changed desc limit 1) end`.as('snoozer'),
      sql<
        string[]
      >`array(select user_id from note_mentions n where n.vendor_id = tickets.vendor_id and n.note_id = ${note}::uuid)`.as(
        'mentioned',
      ),
      // Of a recorded message its user is the requester, who may have been corrected.
      sql<
        string[]
      >`array(select distinct user_id from ${messagesBefore} and m.recorded_by is null)`.as(
        'writers',
      ),
    ])
  return db
    .selectFrom(known.as('known'))
    .selectAll()
    .select(
      sql<
        string[]
      >`array(select unnest(array[created_by, assignee, snoozer] || mentioned || writers) union
        select user_id from ticket_follows f where f.vendor_id = known.vendor_id and f.ticket_id = known.id and f.follows)`.as(
        'related',
      ),
    )
}

/** Active users authorised to open a ticket, or of `users` only: the vendor's team without
 * operators, and members of the company, also contacts with an e-mail; those whom
 * `isRelated` may relate to the ticket. */
const candidatesOf = prepareQuery<CandidatesQuery, Candidate & TicketState>((db, asked) => {
  const isAsked = (id: string) =>
    sql`(${asked.users}::uuid[] is null or ${sql.ref(id)} = any(${asked.users}::uuid[]))`
  const ofTeam = sql`select u.id, u.role, u.vendor_id, u.is_contact from users u
    where u.vendor_id = t.vendor_id and u.role in ('staff', 'admin') and u.password_hash is not null
      and (${asked.tellsTeam} or u.id = any(t.related)) and ${isAsked('u.id')}`
  const members = sql`select u.id, u.role, u.vendor_id, u.is_contact from unnest(t.related) as related(id) cross join lateral (
      select * from users where users.vendor_id = t.vendor_id and users.id = related.id limit 1) u
    where ${isAsked('related.id')} and u.role = 'customer'
      and (u.password_hash is not null or u.is_contact and u.email is not null)
      and exists (select from memberships m where m.vendor_id = t.vendor_id and m.company_id = t.company_id and m.user_id = u.id)`
  return db
    .with(
      cte => cte('t').materialized(),
      () => ticketOf(db, asked),
    )
    .selectFrom('t')
    .innerJoinLateral(
      sql<{ id: string; role: string; vendorId: string }>`(${ofTeam} union all ${members})`.as('u'),
      onTrue,
    )
    .leftJoinLateral(
      db
        .selectFrom('ticketFollows')
        .where('ticketFollows.vendorId', '=', sql.ref<string>('t.vendorId'))
        .where('ticketFollows.ticketId', '=', sql.ref<string>('t.id'))
        .where('ticketFollows.userId', '=', sql.ref<string>('u.id'))
        .select('ticketFollows.follows')
        .limit(sql.lit(1))
        .as('f'),
      onTrue,
    )
    .leftJoinLateral(
      db
        .selectFrom('notificationScopes')
        .where('notificationScopes.vendorId', '=', sql.ref<string>('t.vendorId'))
        .where('notificationScopes.userId', '=', sql.ref<string>('u.id'))
        .select(['notificationScopes.scope', 'notificationScopes.companies'])
        .limit(sql.lit(1))
        .as('s'),
      onTrue,
    )
    .leftJoinLateral(
      db
        .selectFrom('preferences')
        .where('preferences.vendorId', '=', sql.ref<string>('t.vendorId'))
        .where('preferences.userId', '=', sql.ref<string>('u.id'))
        .where('preferences.kind', '=', asked.kind)
        .select(['preferences.mail', 'preferences.browser'])
        .limit(sql.lit(1))
        .as('p'),
      onTrue,
    )
    .select([
      't.companyId as company',
      't.isTaken',
      'u.id as userId',
      sql<boolean>`u.role <> 'customer'`.as('isTeam'),
      sql<boolean>`u.id = t.created_by`.as('isAuthor'),
      sql<boolean>`u.role <> 'customer' and u.id = t.assignee is true`.as('isAssignee'),
      sql<boolean>`u.role <> 'customer' and u.id = t.snoozer is true`.as('isSnoozer'),
      sql<boolean>`u.role <> 'customer' and u.id = any(t.mentioned)`.as('isMentioned'),
      sql<boolean>`u.id = any(t.writers)`.as('hasWritten'),
      'f.follows',
      's.scope',
      's.companies',
      'p.mail',
      // who has no login is told by mail alone
      sql<boolean | null>`case when u.is_contact then false else p.browser end`.as('browser'),
      undeliverable('u').as('isUndeliverable'),
    ])
})
