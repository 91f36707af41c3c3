import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'

/** Bytes of the vendor's files, pending uploads included, and its quota; null: no limit. */
export async function fileUsage(db: Db, { vendorQuota }: Pick<Config, 'vendorQuota'>): Promise<{ used: number; quota: number | null }> {
  const { fileQuota, bytes, overdue } = await db
    .selectFrom('vendors')
    .leftJoin('fileUsage', 'fileUsage.vendorId', 'vendors.vendorId')
    .select([
      'vendors.fileQuota',
      'fileUsage.bytes',
      pendingUploads(db)
        .where(isOverdue)
        .select(({ fn }) => fn.sum<string | null>('fileSize').as('sum'))
        .as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  return { used: Math.max(0, (bytes ?? 0) - Number(overdue ?? 0)), quota: (fileQuota ?? vendorQuota ?? 0) || null }
}

export const pendingUploads = (db: Db) => db.selectFrom('files').where(sql<boolean>`date_stored is null and scan is null`)

/** The link has expired and nothing is being received, so its reservation has ended. */
export const isOverdue = sql<boolean>`upload_date < now() - interval '1 hour'`
