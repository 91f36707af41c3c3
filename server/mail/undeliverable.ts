import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Whether a refusal says that the recipient does not exist;
 * `5.1.0`, `5.1.7` and `5.1.8` can be about the sender. */
export const refusesRecipient = (response: string) => /\b5\.1\.(?:[1-46]|10)\b/.test(response)

/** Marks a user: mails to their address come back. */
export async function markUndeliverable(db: Db, userId: string, diagnostic: string) {
  const values = {
    diagnostic: diagnostic.slice(0, 500).toWellFormed().replaceAll('\0', ''),
    dateBounced: sql<string>`now()`,
  }
  await db
    .insertInto('undeliverableAddresses')
    .values({ userId, ...values })
    .onConflict(conflict => conflict.columns(['vendorId', 'userId']).doUpdateSet(values))
    .execute()
}

/** Whether mails to a user come back, so that none is sent that can be read in the portal. */
export async function isUndeliverable(db: Db, userId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('undeliverableAddresses')
      .select('userId')
      .where('userId', '=', userId)
      .executeTakeFirst()) !== undefined
  )
}

/** The same in SQL, of the row of `users`: the table's name or its alias. */
export const undeliverable = (users: string) =>
  sql<boolean>`exists (select from undeliverable_addresses a
    where a.vendor_id = ${sql.ref(`${users}.vendorId`)} and a.user_id = ${sql.ref(`${users}.id`)})`

/** A user who writes has a mailbox. */
export const clearUndeliverable = (db: Db, userId: string) =>
  db.deleteFrom('undeliverableAddresses').where('userId', '=', userId).execute()

export const clearUndeliverableOf = (db: Db, mails: RawBuilder<boolean>) =>
  db
    .deleteFrom('undeliverableAddresses')
    .where('userId', 'in', db.selectFrom('mails').select('userId').where(mails))
    .execute()
