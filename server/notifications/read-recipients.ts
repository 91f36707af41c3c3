import { sql } from 'kysely'
import {
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from '#contract/notifications.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
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

/** None where the ticket's company has been removed. */
export async function readRecipients(
  db: Db,
  { kind, ticket, event, actor, note }: TicketEvent,
  user: string | null = null,
) {
  const [[state], candidates] = await Promise.all([
    stateOf(db, { ticket, event }),
    candidatesOf(db, { ticket, kind, event, note, user }),
  ])
  return state ? recipientsOf({ kind, actor, note }, state, candidates) : []
}

/** By the user's present access, scope and preferences;
 * undefined if they are not notified any more. */
export const readRecipient = async (db: Db, user: string, event: TicketEvent) =>
  (await readRecipients(db, event, user))[0]

/** The ticket with its messages before the event, as a job may run after a later one's;
 * who is assigned to it, follows it, mutes it or is of the team is read as of now. */
const stateOf = prepareQuery<{ ticket: string; event: string }, TicketState>(
  (db, { ticket, event }) =>
    visibleTickets(db, asTeam)
      .where('tickets.id', '=', ticket)
      .select([
        'tickets.companyId as company',
        sql<boolean>`exists (select from ticket_states s
          where s.vendor_id = tickets.vendor_id and s.ticket_id = tickets.id and s.assignee_id is not null)
      or exists (
        select from users u
          left join ticket_follows f on f.vendor_id = u.vendor_id and f.user_id = u.id and f.ticket_id = tickets.id
         where u.vendor_id = tickets.vendor_id and u.role in ('staff', 'admin') and u.password_hash is not null
           and coalesce(f.follows, exists (
             select from messages m
              where m.vendor_id = u.vendor_id and m.ticket_id = tickets.id and m.user_id = u.id and m.is_staff and m.id < ${event})))`.as(
          'isTaken',
        ),
      ]),
)

const toldToSnoozer = notificationKinds.filter(kind =>
  notificationRules[kind].relations.includes('snoozer'),
)
const kindsForSnoozer = sql.lit(`{${toldToSnoozer.join()}}`)

type CandidatesQuery = {
  ticket: string
  kind: string
  event: string
  note: string | null
  user: string | null
}

/** Active users authorised to open a ticket, or `user` only: the
 * vendor's team without operators, and the company's members. */
const candidatesOf = prepareQuery<CandidatesQuery, Candidate>((db, asked) => {
  const { ticket, kind, event, note, user } = asked
  return db
    .with('ticket', query =>
      query
        .selectFrom('tickets')
        .select(['tickets.vendorId', 'tickets.id', 'tickets.companyId', 'tickets.createdBy'])
        .where('tickets.vendorId', '=', sql<string>`app_vendor()`)
        .where('tickets.id', '=', ticket),
    )
    .with('candidates', query =>
      query
        .selectFrom('ticket')
        .innerJoin('users', 'users.vendorId', 'ticket.vendorId')
        .where('users.role', 'in', sql<'staff' | 'admin'>`('staff', 'admin')`)
        .where('users.passwordHash', 'is not', null)
        .select('users.id')
        .union(
          query
            .selectFrom('ticket')
            .innerJoin('memberships', join =>
              join
                .onRef('memberships.vendorId', '=', 'ticket.vendorId')
                .onRef('memberships.companyId', '=', 'ticket.companyId'),
            )
            .select('memberships.userId as id'),
        ),
    )
    .selectFrom('ticket as t')
    .innerJoin('candidates as c', join => join.onTrue())
    .innerJoin('users as u', join =>
      join.onRef('u.vendorId', '=', 't.vendorId').onRef('u.id', '=', 'c.id'),
    )
    .leftJoin('ticketFollows as f', join =>
      join
        .onRef('f.vendorId', '=', 't.vendorId')
        .onRef('f.ticketId', '=', 't.id')
        .onRef('f.userId', '=', 'u.id'),
    )
    .leftJoin('notificationScopes as s', join =>
      join.onRef('s.vendorId', '=', 'u.vendorId').onRef('s.userId', '=', 'u.id'),
    )
    .leftJoin('preferences as p', join =>
      join
        .onRef('p.vendorId', '=', 'u.vendorId')
        .onRef('p.userId', '=', 'u.id')
        .on('p.kind', '=', kind),
    )
    .where('u.passwordHash', 'is not', null)
    .where(sql<boolean>`(${user}::uuid is null or u.id = ${user}::uuid)`)
    .where('u.role', '<>', 'operator')
    .select([
      'u.id as userId',
      sql<boolean>`u.role <> 'customer'`.as('isTeam'),
      sql<boolean>`u.id = t.created_by`.as('isAuthor'),
      sql<boolean>`u.role <> 'customer' and exists (
        select from ticket_states s where s.vendor_id = t.vendor_id and s.ticket_id = t.id and s.assignee_id = u.id)`.as(
        'isAssignee',
      ),
      sql<boolean>`${kind} = any(${kindsForSnoozer}) and u.role <> 'customer' and u.id = (
        select user_id from ticket_changes h where h.vendor_id = t.vendor_id and h.ticket_id = t.id and h.date_snoozed is not null
         order by h.date_changed desc limit 1)`.as('isSnoozer'),
      sql<boolean>`u.role <> 'customer' and u.id in (
        select user_id from note_mentions where vendor_id = t.vendor_id and note_id = ${note}::uuid)`.as(
        'isMentioned',
      ),
      sql<boolean>`u.id in (select user_id from messages where vendor_id = t.vendor_id and ticket_id = t.id and id < ${event})`.as(
        'hasWritten',
      ),
      'f.follows',
      's.scope',
      's.companies',
      'p.mail',
      'p.browser',
      undeliverable('u').as('isUndeliverable'),
    ])
})
