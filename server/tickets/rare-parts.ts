import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Follower, Ticket } from '#contract/tickets.ts'
import { type Placeholders, prepareQuery, type Value } from '#platform/database/database.ts'
import { lookUp } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { reopenEnd } from './reopening.ts'
import { fullNameOf, type Reader, type ReaderOfQuery } from './ticket-rows.ts'

// What few tickets have is read by a statement of its own: PostgreSQL
// prepares each table of a plan at each run, also where no row is read.

/** Whether the ticket `t` may have some, beside followers; no `exists`,
 * of which PostgreSQL may make a scan of all merges of a vendor. */
export const hasRareParts = sql<boolean>`(
  t.continues_id is not null or t.status = 'archived'
  or (select true from tickets e where e.vendor_id = t.vendor_id and e.continues_id = t.id limit 1)
  or (select true from ticket_merges m where m.vendor_id = t.vendor_id and m.into_id = t.id limit 1)) is true`

/** What a reader has set for the ticket `t`, and whether others follow it. */
export const followsOf = (db: Kysely<Schema>, userId: Value<string>) =>
  db
    .selectFrom('ticketFollows')
    .where('ticketFollows.vendorId', '=', sql.ref<string>('t.vendorId'))
    .where('ticketFollows.ticketId', '=', sql.ref<string>('t.id'))
    .select([
      sql<boolean | null>`bool_or(follows) filter (where user_id = ${userId})`.as('ofReader'),
      sql<boolean>`coalesce(bool_or(follows and user_id <> ${userId}), false)`.as('hasOthers'),
    ])

/** Of a ticket without them; its first message is among the newest. */
export const noRareParts = {
  archivedByName: null,
  continues: null,
  continuedBy: null,
  mergedInto: null,
  merges: [],
  followers: [],
}

/** Of a ticket that the caller has found visible. */
export const rarePartsOf = prepareQuery((db, reader: Placeholders<Reader & { id: string }>) =>
  db
    .selectFrom('tickets as t')
    .where('t.vendorId', '=', sql<string>`app_vendor()`)
    .where('t.id', '=', reader.id)
    .select([
      lookUp(db, 'users', 't.archivedBy')
        .select(fullNameOf('users').as('name'))
        .as('archivedByName'),
      reopenEnd('t').as('dateReopenEnd'),
      followersOf(reader).as('followers'),
      recordedByName.as('recordedByName'),
      linkTo(sql`e.id = t.continues_id and ${isOfSameCompany(reader)}`).as('continues'),
      linkTo(sql`e.continues_id = t.id and ${isOfSameCompany(reader)}`).as('continuedBy'),
      linkTo(
        sql`e.id = (select into_id from ticket_merges m where m.vendor_id = t.vendor_id and m.ticket_id = t.id)`,
      ).as('mergedInto'),
      mergesOf.as('merges'),
    ]),
)

/** The ticket's other followers who may still open it. */
const followersOf = ({ userId, isTeam }: ReaderOfQuery) =>
  sql<Follower[]>`(
    select coalesce(json_agg(json_build_object('_id', f.id, 'name', ${fullNameOf('f')}) order by f.name, f.surname), '[]')
      from ticket_follows join users f on f.vendor_id = ticket_follows.vendor_id and f.id = ticket_follows.user_id
     where ticket_follows.vendor_id = t.vendor_id and ticket_follows.ticket_id = t.id and follows and f.id <> ${userId}
       and case when f.role = 'customer'
             then exists (select from memberships m where m.vendor_id = t.vendor_id and m.company_id = t.company_id and m.user_id = f.id)
             else ${isTeam} end)`

/** One of both may have been moved to another company. */
const isOfSameCompany = ({ isTeam }: ReaderOfQuery) =>
  sql`(${isTeam} or e.company_id = t.company_id)`

const recordedByName = sql<string | null>`(
    select ${fullNameOf('r')}
      from (select m.recorded_by from messages m where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.merged_from is null order by m.date_added, m.id limit 1) f
      join users r on r.vendor_id = t.vendor_id and r.id = f.recorded_by limit 1)`

const mergesOf = sql<Ticket['merges']>`(
    select coalesce(json_agg(json_build_object('ticket', json_build_object('_id', e.id, 'number', e.number, 'title', e.title),
                                               'dateMerged', to_char(g.date_merged at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'userName', ${fullNameOf('u')}) order by g.date_merged), '[]')
      from ticket_merges g
      join tickets e on e.vendor_id = g.vendor_id and e.id = g.ticket_id
      join users u on u.vendor_id = g.vendor_id and u.id = g.user_id
     where g.vendor_id = t.vendor_id and g.into_id = t.id)`

/** The newest other ticket `e` for which the condition holds. */
const linkTo = (condition: RawBuilder<unknown>) =>
  sql<{ _id: string; number: number; title: string } | null>`(
    select json_build_object('_id', e.id, 'number', e.number, 'title', e.title)
      from tickets e where e.vendor_id = t.vendor_id and ${condition}
     order by e.date_created desc, e.id desc limit 1)`
