import { type Kysely, sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { quotaExceededByText } from '#platform/errors.ts'

/** Bytes of the vendor's files, pending uploads included,
 * and of its messages, and its quota; null: no limit. */
export async function fileUsage(
  db: Db,
  { vendorQuota }: Pick<Config, 'vendorQuota'>,
): Promise<{ used: number; quota: number | null }> {
  const [usage] = await usageOf(db, {})
  if (!usage) throw new Error('A vendor without a row')
  const { fileQuota, bytes, ofMessages, overdue } = usage
  return {
    used: Math.max(0, (bytes ?? 0) - Number(overdue ?? 0)) + Number(ofMessages ?? 0),
    quota: (fileQuota ?? vendorQuota ?? 0) || null,
  }
}

const usageOf = prepareQuery(db =>
  db
    .selectFrom('vendors')
    .leftJoin('fileUsage', 'fileUsage.vendorId', 'vendors.vendorId')
    .select([
      'vendors.fileQuota',
      'fileUsage.bytes',
      db
        .selectFrom('messageUsage')
        .select(({ fn }) => fn.sum<string | null>('bytes').as('sum'))
        .as('ofMessages'),
      pendingUploads(db)
        .where(isOverdue)
        .select(({ fn }) => fn.sum<string | null>('fileSize').as('sum'))
        .as('overdue'),
    ]),
)

/** Messages may exceed the quota by a tenth, so that files
 * that fill it end no conversation. @throws 409 */
export async function assertRoomForText(db: Db, config: Pick<Config, 'vendorQuota'>) {
  const { used, quota } = await fileUsage(db, config)
  if (quota !== null && used > quota * 1.1) throw quotaExceededByText()
}

export const pendingUploads = (db: Kysely<Schema>) =>
  db.selectFrom('files').where(sql<boolean>`date_stored is null and scan is null`)

/** Nothing has been received for long, so its reservation has ended. A telephone without a network
 * keeps a message for a day, and the files of one that is sent over a weekend. */
export const isOverdue = sql<boolean>`upload_date < now() - case when date_attached is null then interval '24 hours' else interval '3 days' end`
