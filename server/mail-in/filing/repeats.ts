import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailHeaders } from '#platform/mail/parse-mail.ts'
import { signaturesOf } from '#platform/mail/signatures.ts'
import type { ReceivedRow } from '../receiving/settle.ts'

type FiledMail = Pick<ReceivedRow, 'fingerprint'>

/** The ticket that has a mail already: the same mail came to another address too, or it
 * is a replay. One mail to the addresses of two tickets (`among`) is a message in both. */
export async function findFiled(
  db: Db,
  { fingerprint }: FiledMail,
  email: MailHeaders,
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
    .selectFrom('filedMails')
    .select('ticketId')
    .where('fingerprint', '=', fingerprint)
    .$if(among !== undefined, query => query.where('ticketId', '=', among as string))
    .executeTakeFirst()
  if (copy) return copy.ticketId
  // Copies of a mail have its Message-ID; a replay, of a mail
  // that the stranger has seen, has its signature only.
  const original = await db
    .selectFrom('filedMails')
    .select('ticketId')
    .where('userId', '=', userId)
    .where('fingerprint', '<>', fingerprint)
    .where(sql<boolean>`signatures <> '{}' and signatures && ${signaturesOf(email)}::text[]`)
    .executeTakeFirst()
  return original?.ticketId ?? null
}

/** For as long as its ticket: the raw mail is deleted after 30 days, and may come again later. */
export const recordFiled = (
  db: Db,
  { fingerprint }: FiledMail,
  email: MailHeaders,
  userId: string,
  ticketId: string,
) =>
  db
    .insertInto('filedMails')
    .values({ fingerprint, userId, ticketId, signatures: signaturesOf(email) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
