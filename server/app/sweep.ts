import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import { type Database, platformVendor } from '#platform/database/database.ts'
import { sweepAudit } from '../audit/audit.ts'
import { sweepUploads } from '../files/uploads.ts'

/**
 * Removes at every vendor what has had its time: uploads that nobody sent or attached, ended sessions and links, second factors that were begun and
 * never confirmed, keys of a day ago, attempts that count no more, and old entries of the audit.
 */
export async function sweep(database: Database, { auditLifetime }: Pick<Config, 'auditLifetime'>) {
  const failures: unknown[] = []
  for (const vendorId of [platformVendor, ...(await database.vendorIds())])
    await sweepAt(vendorId, database, auditLifetime).catch(failure => failures.push(failure)) // the others have theirs all the same
  if (failures.length > 0) throw new AggregateError(failures, 'The sweep failed at some vendors')
}

async function sweepAt(vendorId: string, database: Database, auditLifetime: number) {
  let swept: number
  do swept = await database.inVendor(vendorId, sweepUploads)
  while (swept > 0)
  await database.inVendor(vendorId, async db => {
    const now = sql<string>`now()`
    await db.deleteFrom('sessions').where('dateExpires', '<', now).execute()
    const ended = db.selectFrom('attempts').select('key').where('dateEnds', '<', now).forUpdate().skipLocked()
    await db.deleteFrom('attempts').where('key', 'in', ended).execute()
    await db.deleteFrom('activations').where('dateExpires', '<', sql<string>`now() - interval '30 days'`).execute()
    const aDayAgo = sql<string>`now() - interval '1 day'`
    await db.deleteFrom('secondFactors').where('dateConfirmed', 'is', null).where('dateCreated', '<', aDayAgo).execute()
    await db.deleteFrom('idempotencyKeys').where('dateCreated', '<', sql<string>`now() - interval '24 hours'`).execute()
  })
  do swept = await database.inVendor(vendorId, db => sweepAudit(db, auditLifetime))
  while (swept > 0)
}
