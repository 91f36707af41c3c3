import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Ends the links to the files of a ticket's messages: of those who have them, not all may see
 * the ticket any more. */
export const endLinksTo = (db: Db, ticket: string) =>
  sql`update files set link_revision = link_revision + 1
    where vendor_id = app_vendor() and id = any(array(
      select file_id from message_files f join messages m on m.vendor_id = f.vendor_id and m.id = f.message_id
       where m.vendor_id = app_vendor() and m.ticket_id = ${ticket}))`.execute(db)
