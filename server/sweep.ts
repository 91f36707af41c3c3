import { sql } from 'kysely'
import { sweepUploads } from './files/uploads.ts'
import { type Database, platformVendor } from './platform/database.ts'

/** Removes at every vendor what has had its time: uploads that nobody attached, ended sessions and links, keys of a day ago, attempts that count no more. */
export async function sweep(database: Database) {
  for (const vendorId of [platformVendor, ...(await database.vendorIds())]) {
    let swept: number
    do swept = await database.inVendor(vendorId, sweepUploads)
    while (swept > 0)
    await database.inVendor(vendorId, async db => {
      const now = sql<string>`now()`
      await db.deleteFrom('sessions').where('dateExpires', '<', now).execute()
      await db.deleteFrom('attempts').where('dateEnds', '<', now).execute()
      await db.deleteFrom('activations').where('dateExpires', '<', sql<string>`now() - interval '30 days'`).execute()
      await db.deleteFrom('idempotencyKeys').where('dateCreated', '<', sql<string>`now() - interval '24 hours'`).execute()
    })
  }
}
