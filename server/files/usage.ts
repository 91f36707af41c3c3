import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/database.ts'

/** How many bytes the vendor's files take, announced uploads among them, and how many they may; null: nobody has set a limit. */
export async function fileUsage(db: Db, { vendorQuota }: Pick<Config, 'vendorQuota'>): Promise<{ used: number; quota: number | null }> {
  const { fileQuota, bytes } = await db
    .selectFrom('vendors')
    .leftJoin('fileUsage', 'fileUsage.vendorId', 'vendors.vendorId')
    .select(['vendors.fileQuota', 'fileUsage.bytes'])
    .executeTakeFirstOrThrow()
  return { used: bytes ?? 0, quota: (fileQuota ?? vendorQuota ?? 0) || null }
}
