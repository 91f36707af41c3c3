import type { FieldChange } from '#contract/audit.ts'
import type { VendorSettings, VendorSettingsChange } from '#contract/vendors.ts'
import type { Db } from '#platform/database/database.ts'
import { changesOf } from '../audit/changes.ts'

export async function readSettings(db: Db): Promise<VendorSettings> {
  const { color, ...settings } = await ofVendor(db).executeTakeFirstOrThrow()
  return { ...settings, color: color ?? '' }
}

const ofVendor = (db: Db) =>
  db
    .selectFrom('vendors')
    .select(['reopenDays', 'customersSeePresence', 'assignOnReply', 'country', 'color'])
    .where('vendorId', '=', db.vendorId)

export async function changeSettings(db: Db, change: VendorSettingsChange): Promise<FieldChange[]> {
  const { before } = await db.inOrder({
    before: () => ofVendor(db).forNoKeyUpdate().executeTakeFirstOrThrow(),
    update: () =>
      db
        .updateTable('vendors')
        .set({ ...change, ...(change.color !== undefined && { color: change.color || null }) })
        .where('vendorId', '=', db.vendorId)
        .execute(),
  })
  return changesOf(before, change)
}
