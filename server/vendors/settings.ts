import type { VendorSettings, VendorSettingsChange } from '#contract/vendors.ts'
import type { Db } from '#platform/database/database.ts'

export async function readSettings(db: Db): Promise<VendorSettings> {
  const { color, ...settings } = await db
    .selectFrom('vendors')
    .select(['reopenDays', 'customersSeePresence', 'assignOnReply', 'country', 'color'])
    .where('vendorId', '=', db.vendorId)
    .executeTakeFirstOrThrow()
  return { ...settings, color: color ?? '' }
}

export const changeSettings = (
  db: Db,
  { reopenDays, customersSeePresence, assignOnReply, country, color }: VendorSettingsChange,
) =>
  db
    .updateTable('vendors')
    .set({
      ...(reopenDays !== undefined && { reopenDays }),
      ...(customersSeePresence !== undefined && { customersSeePresence }),
      ...(assignOnReply !== undefined && { assignOnReply }),
      ...(country !== undefined && { country }),
      ...(color !== undefined && { color: color || null }),
    })
    .where('vendorId', '=', db.vendorId)
    .execute()
