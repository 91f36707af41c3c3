import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'

/** The ticket that another was merged into, else itself: older mails name the other. */
export const mergedInto = (ticket: string) =>
  sql<string>`coalesce((select into_id from ticket_merges where vendor_id = app_vendor() and ticket_id = ${ticket}), ${ticket}::uuid)`

/** @throws 409 for a ticket that was merged into another */
export async function assertNotMerged(db: Db, ticket: string) {
  const merge = db.selectFrom('ticketMerges').select('intoId').where('ticketId', '=', ticket)
  if (await merge.executeTakeFirst()) throw conflict('ticketMerged')
}
