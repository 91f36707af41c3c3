import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import { type Database, platformVendor } from '#platform/database/database.ts'
import { sweepAudit } from '../audit/audit.ts'
import { sweepUploads } from '../files/uploads.ts'

/** Deletes expired rows at every vendor: unattached uploads, sessions, links, unconfirmed second factors, keys, attempts, audit entries. */
export async function sweep(database: Database, { auditLifetime }: Pick<Config, 'auditLifetime'>) {
  const failures: unknown[] = []
  for (const vendorId of [platformVendor, ...(await database.vendorIds())])
    await sweepVendor(vendorId, database, auditLifetime).catch(failure => failures.push(failure)) // continue with the others
  if (failures.length > 0) throw new AggregateError(failures, 'The sweep failed at some vendors')
}

async function sweepVendor(vendorId: string, database: Database, auditLifetime: number) {
  let deleted: number
  do deleted = await database.inVendor(vendorId, sweepUploads)
  while (deleted > 0)
  await database.inVendor(vendorId, async db => {
    const now = sql<string>`now()`
    await db.deleteFrom('sessions').where('dateExpires', '<', now).execute()
    const expired = db.selectFrom('attempts').select('key').where('dateEnds', '<', now).forUpdate().skipLocked()
    await db.deleteFrom('attempts').where('key', 'in', expired).execute()
    await db.deleteFrom('activations').where('dateExpires', '<', sql<string>`now() - interval '30 days'`).execute()
    const aDayAgo = sql<string>`now() - interval '1 day'`
    await db.deleteFrom('secondFactors').where('dateConfirmed', 'is', null).where('dateCreated', '<', aDayAgo).execute()
    await db.deleteFrom('idempotencyKeys').where('dateCreated', '<', sql<string>`now() - interval '24 hours'`).execute()
  })
  do deleted = await database.inVendor(vendorId, db => sweepAudit(db, auditLifetime))
  while (deleted > 0)
}
