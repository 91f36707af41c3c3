import { type Kysely, sql } from 'kysely'
import type { FieldChange } from '#contract/audit.ts'
import type { SenderChange } from '#contract/mail.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type Value,
} from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'

const ofVendor = (db: Db) => db.updateTable('vendors').where('vendorId', '=', db.vendorId)

export async function readSender(db: Db) {
  const [sender] = await senderOf(db, { vendor: db.vendorId })
  if (!sender) throw new Error('A vendor without a row')
  return sender
}

const selectSender = (db: Kysely<Schema>, vendor: Value<string>) =>
  db
    .selectFrom('vendors')
    .select([
      'name',
      'senderName',
      'senderAddress',
      'dateSenderVerified',
      'mailInAddress',
      'color',
      'timeZone',
    ])
    .where('vendorId', '=', vendor)

const senderOf = prepareQuery((db, { vendor }: Placeholders<{ vendor: string }>) =>
  selectSender(db, vendor),
)

/** A changed sender address is not verified any more. @throws
 * 409 when another vendor has the incoming address */
export async function changeSender(
  db: Db,
  { senderName, senderAddress, mailInAddress }: SenderChange,
): Promise<FieldChange[]> {
  if (mailInAddress !== '') await requireFreeAddress(db, mailInAddress)
  const address = senderAddress || null
  const change = {
    senderName: senderName || null,
    senderAddress: address,
    mailInAddress: mailInAddress || null,
  }
  const verified = sql<
    string | null
  >`case when sender_address = ${address} then date_sender_verified end`
  const { before } = await db
    .inOrder({
      before: () => selectSender(db, db.vendorId).forNoKeyUpdate().executeTakeFirstOrThrow(),
      update: () =>
        ofVendor(db)
          .set({ ...change, dateSenderVerified: verified })
          .execute(),
    })
    .catch(error => {
      // taken by another vendor at the same moment
      throw error.code === '23505' ? conflict('mailAddressTaken') : error
    })
  return changesOf(before, change)
}

async function requireFreeAddress(db: Db, address: string) {
  const { isTaken } = await db
    .selectNoFrom(sql<boolean>`is_mail_address_taken(${address})`.as('isTaken'))
    .executeTakeFirstOrThrow()
  if (isTaken) throw conflict('mailAddressTaken')
}

/** Changes nothing where another address was set meanwhile. */
export const setSenderVerified = (db: Db, address: string, isVerified: boolean) =>
  ofVendor(db)
    .set({ dateSenderVerified: isVerified ? sql<string>`now()` : null })
    .where('senderAddress', '=', address)
    .execute()
