import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { TicketContents } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requireCompany } from '../companies/companies.ts'
import { publish } from '../events/notices.ts'
import { endLinksTo } from '../files/end-links.ts'
import { fullNameOf } from './ticket-rows.ts'
import { visibleTicket } from './ticket-scope.ts'
import { copyCompany } from './ticket-states.ts'

/** A ticket and those that were merged into it, locked in the order of ids, as a merge does. */
export async function lockWithMerged(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where(eb => eb.or([eb('id', '=', id), eb('id', 'in', mergedInto(db, id))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(row => row.id)
}

const mergedInto = (db: Db, id: string) =>
  db.selectFrom('ticketMerges').select('ticketId').where('intoId', '=', id)

/** Moves a locked ticket and those merged into it. Members of the former company lose it with the
 * commit: calls, mails, pushes and replies by mail ask for the company, and links to files end
 * here. @throws 409 where another one was merged into it before it was locked */
export async function moveTickets(
  db: Db,
  id: string,
  locked: string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const merged = await mergedInto(db, id).execute()
  if (merged.some(({ ticketId }) => !locked.includes(ticketId))) throw conflict('mergedMeanwhile')
  await sql`update tickets t set company_id = ${to}, company_machine_id = main.company_machine_id, created_by = main.created_by
    from tickets main where main.vendor_id = app_vendor() and main.id = ${id}
     and t.vendor_id = main.vendor_id and t.id = any(${locked}::uuid[])`.execute(db)
  await copyCompany(db, locked, to)
  await endLinksTo(db, id)
  for (const ticket of locked)
    for (const company of [from, to]) publish(db, { kind: 'ticket', ticket, company })
  for (const { userId } of await toldOf(db, locked, from))
    publish(db, { kind: 'notification', user: userId })
}

/** Members of a company with unread notifications of tickets, which their bell counts. */
const toldOf = (db: Db, tickets: string[], company: string) =>
  db
    .selectFrom('memberships as e')
    .where('e.companyId', '=', company)
    .where(
      sql<boolean>`exists (
        select from notifications n
         where n.vendor_id = e.vendor_id and n.user_id = e.user_id and n.ticket_id = any(${tickets}::uuid[]) and n.date_read is null)`,
    )
    .select('e.userId')
    .execute()

/** What goes along with a ticket that is moved to a company, and who of its own loses it.
 * @throws 404 for an unknown ticket or company */
export async function readContents(
  db: Db,
  actor: Actor,
  id: string,
  company: string,
): Promise<TicketContents> {
  const [, contents] = await Promise.all([
    requireCompany(db, actor, company, 'team'),
    contentsOf(db, actor, id, company).executeTakeFirstOrThrow(notFound),
  ])
  return contents
}

const contentsOf = (db: Db, actor: Actor, id: string, company: string) => {
  const messages = sql`from messages m where m.vendor_id = tickets.vendor_id and m.ticket_id = tickets.id and m.date_retracted is null`
  const notes = sql`from ticket_notes m where m.vendor_id = tickets.vendor_id and m.ticket_id = tickets.id`
  const isMemberOf = (of: typeof notes) => sql`exists (
    select from memberships e where e.vendor_id = u.vendor_id and e.user_id = u.id and e.company_id = ${of})`
  return visibleTicket(db, actor, { as: 'team' }, id).select([
    sql<number>`(select count(*)::int ${messages})`.as('messages'),
    sql<number>`(select count(*)::int from message_files f where f.vendor_id = tickets.vendor_id and f.message_id in (select m.id ${messages}))`.as(
      'files',
    ),
    sql<number>`(select count(*)::int ${notes})`.as('notes'),
    sql<number>`(select count(*)::int from ticket_merges g where g.vendor_id = tickets.vendor_id and g.into_id = tickets.id)`.as(
      'merged',
    ),
    sql<TicketContents['people']>`(
      select coalesce(json_agg(json_build_object('_id', u.id, 'name', ${fullNameOf('u')}) order by ${fullNameOf('u')} collate turkish, u.id), '[]')
        from users u
       where u.vendor_id = tickets.vendor_id and u.role = 'customer'
         and u.id in (
           select tickets.created_by union select m.user_id ${messages}
           union select f.user_id from ticket_follows f where f.vendor_id = tickets.vendor_id and f.ticket_id = tickets.id and f.follows)
         and ${isMemberOf(sql`tickets.company_id`)} and not ${isMemberOf(sql`${company}::uuid`)})`.as(
      'people',
    ),
  ])
}
