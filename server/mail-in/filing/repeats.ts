import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ReceivedRow } from '../receiving/settle.ts'

/** The ticket that has a mail already: the same mail came to another address too, or it
 * is a replay. One mail to the addresses of two tickets (`among`) is a message in both. */
export async function findFiled(
  db: Db,
  row: Pick<ReceivedRow, 'id' | 'fingerprint'>,
  userId: string,
  among?: string,
): Promise<string | null> {
  // the other copy of a mail waits here
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const copy = await db
    .selectFrom('receivedMails')
    .select('ticketId')
    .where('fingerprint', '=', row.fingerprint)
    .where('state', '=', 'filed')
    .where('id', '<>', row.id)
    .$if(among !== undefined, query => query.where('ticketId', '=', among as string))
    .executeTakeFirst()
  return copy ? copy.ticketId : findReplayed(db, row, userId)
}

/** Copies of a mail have its Message-ID; a replay, of a mail
 * that the stranger has seen, has its signature only. */
async function findReplayed(
  db: Db,
  row: Pick<ReceivedRow, 'id' | 'fingerprint'>,
  userId: string,
): Promise<string | null> {
  const original = await db
    .selectFrom('receivedMails')
    .select('ticketId')
    .where('userId', '=', userId)
    .where('state', '=', 'filed')
    .where('fingerprint', '<>', row.fingerprint)
    .where(
      sql<boolean>`signatures <> '{}' and signatures && (select m.signatures from received_mails m where m.vendor_id = app_vendor() and m.id = ${row.id})`,
    )
    .executeTakeFirst()
  return original?.ticketId ?? null
}
