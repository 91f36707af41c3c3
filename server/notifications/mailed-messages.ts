import { type RawBuilder, sql } from 'kysely'
import { retractMinutes } from '#contract/tickets.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Events } from '../events/events.ts'
import { publish } from '../events/notices.ts'

// A message that a mail has is not taken back (record 0058).

const isRecent = sql<boolean>`m.date_retracted is null and m.date_added > now() - make_interval(mins => ${sql.lit(retractMinutes)})`

/** Records and locks, before mails are written, the messages that they will tell of: they have
 * none that was taken back before, and none of these is taken back any more. */
export const markMailed = (db: Db, mails: string[]) =>
  mark(
    db,
    sql`select m.id from notifications n join messages m on m.vendor_id = n.vendor_id and m.id = n.message_id
     where n.vendor_id = app_vendor() and n.mail_id = any(${mails}::uuid[]) and n.date_read is null and ${isRecent}
     order by m.id for key share of m`,
  )

/** The same for the earlier messages that a mail has for the context; they are locked. */
export async function markMessagesMailed(db: Db, messageIds: string[]) {
  if (messageIds.length === 0) return
  await mark(
    db,
    sql`select m.id from messages m where m.vendor_id = app_vendor() and m.id = any(${messageIds}::uuid[]) and ${isRecent} order by m.id`,
  )
}

/** In the order of the ids, as several mails may tell of the same messages at once. The senders'
 * pages no longer offer to take them back. */
async function mark(db: Db, messages: RawBuilder<unknown>) {
  const { rows } = await sql<{ ticket: string; company: string; user: string }>`
    with marked as (insert into mailed_messages (message_id) ${messages} on conflict do nothing returning message_id)
    select distinct t.id as ticket, t.company_id as company, coalesce(m.recorded_by, m.user_id) as user
      from marked join messages m on m.vendor_id = app_vendor() and m.id = marked.message_id
      join tickets t on t.vendor_id = m.vendor_id and t.id = m.ticket_id`.execute(db)
  for (const row of rows) publish(db, { kind: 'mailed', ...row })
}

export const sweepMailed = (db: Db) =>
  db
    .deleteFrom('mailedMessages')
    .where('dateMailed', '<', sql<string>`now() - interval '1 hour'`)
    .execute()

/** Whether a change is told of although its message was taken back, */
export const isKept = (kind: RawBuilder<unknown>) =>
  sql<boolean>`${kind} in ('ticket.opened', 'ticket.answeredAndClosed')`
/** and as which. */
export const keptAs = (kind: RawBuilder<unknown>) =>
  sql<string>`case ${kind} when 'ticket.answeredAndClosed' then 'ticket.closed' else ${kind} end`

/** Deletes what users were told of a message that was taken back, but for the
 * opening and the closing of a ticket, which stay without it. */
export const deleteNotificationsOf = (
  { database }: { database: Database },
  { vendor, message }: { vendor: string } & Events['message.retracted'],
) =>
  database.inVendor(vendor, async db => {
    const kind = sql.ref('kind')
    const dateAdded = db.selectFrom('messages').select('dateAdded').where('id', '=', message)
    await db
      .updateTable('notifications')
      .set({ messageId: null, kind: keptAs(kind) })
      .where('dateCreated', '>=', dateAdded) // by index
      .where('messageId', '=', message)
      .where(isKept(kind))
      .execute()
    const deleted = await db
      .deleteFrom('notifications')
      .where('dateCreated', '>=', dateAdded)
      .where('messageId', '=', message)
      .returning('userId')
      .execute()
    for (const user of new Set(deleted.map(({ userId }) => userId)))
      publish(db, { kind: 'notification', user })
  })
