import type { FieldChange } from '#contract/audit.ts'
import type { VendorSettings, VendorSettingsChange } from '#contract/vendors.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { changesOf } from '../audit/changes.ts'
import { endKeeping } from './kept-sessions.ts'

export async function readSettings(db: Db): Promise<VendorSettings> {
  const { color, ...settings } = await ofVendor(db).executeTakeFirstOrThrow()
  return { ...settings, color: color ?? '' }
}

const ofVendor = (db: Db) =>
  db
    .selectFrom('vendors')
    .select([
      'reopenDays',
      'customersSeePresence',
      'assignOnReply',
      'staffMayInvite',
      'country',
      'keptSessions',
      'emergencyPhone',
      'emergencyAlways',
      'color',
    ])
    .where('vendorId', '=', db.vendorId)

export async function changeSettings(
  db: Db,
  change: VendorSettingsChange,
  config: Pick<Config, 'tokenLifetime'>,
): Promise<FieldChange[]> {
  const { before } = await db.inOrder({
    before: () => ofVendor(db).forNoKeyUpdate().executeTakeFirstOrThrow(),
    update: () =>
      db
        .updateTable('vendors')
        .set({ ...change, ...(change.color !== undefined && { color: change.color || null }) })
        .where('vendorId', '=', db.vendorId)
        .execute(),
  })
  const { keptSessions } = change
  if (keptSessions && keptSessions !== before.keptSessions)
    await endKeeping(db, keptSessions, config)
  return changesOf(before, change)
}
