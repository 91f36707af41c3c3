import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { Events } from '../events/events.ts'
import { publish } from '../events/notices.ts'

/** The users who opened or follow a duplicate follow the ticket that has its messages, unless they
 * have muted one of both; of the duplicate they have nothing left to read. */
export async function followMerges(db: Db, into: string) {
  await sql`
    insert into ticket_follows (ticket_id, user_id, follows)
    select distinct g.into_id, p.user_id, true
      from ticket_merges g, lateral (
        select user_id from ticket_follows f where f.vendor_id = g.vendor_id and f.ticket_id = g.ticket_id and f.follows
        union select created_by from tickets t where t.vendor_id = g.vendor_id and t.id = g.ticket_id) p
     where g.vendor_id = app_vendor() and g.into_id = ${into}
       and not exists (select from ticket_follows f where f.vendor_id = g.vendor_id and f.ticket_id = g.ticket_id and f.user_id = p.user_id and not f.follows)
        on conflict do nothing`.execute(db)
  await moveWithMessages(db, into)
  const { rows } = await sql<{ userId: string }>`
    update notifications n set date_read = now()
      from ticket_merges g
     where g.vendor_id = app_vendor() and g.into_id = ${into}
       and n.vendor_id = g.vendor_id and n.ticket_id = g.ticket_id and n.date_read is null
    returning n.user_id`.execute(db)
  tell(db, rows)
}

export const leaveMerge = (
  { database }: { database: Database },
  { vendor, ticket }: { vendor: string } & Events['merge.undone'],
) => database.inVendor(vendor, db => moveWithMessages(db, ticket))

/** What tells of a message or a note is about its ticket. */
async function moveWithMessages(db: Db, ticket: string) {
  const { rows } = await sql<{ userId: string }>`
    with moved as materialized (
      select id, date_added from messages where vendor_id = app_vendor() and ticket_id = ${ticket}
      union all select id, date_added from ticket_notes where vendor_id = app_vendor() and ticket_id = ${ticket})
    update notifications n set ticket_id = ${ticket}
     where n.vendor_id = app_vendor() and n.ticket_id <> ${ticket}
       and n.date_created >= (select min(date_added) from moved) -- by index
       and coalesce(n.note_id, n.message_id) in (select id from moved)
    returning n.user_id`.execute(db)
  tell(db, rows)
}

function tell(db: Db, rows: { userId: string }[]) {
  for (const user of new Set(rows.map(({ userId }) => userId)))
    publish(db, { kind: 'notification', user })
}
