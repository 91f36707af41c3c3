import type { Config } from '#platform/config/config.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { sweepIdempotencyKeys } from '#platform/http/idempotency.ts'
import { sweepCounters } from '#platform/limits/rate-limit.ts'
import { sweepAudit } from '../audit/audit.ts'
import { sweepThumbnails } from '../files/thumbnails.ts'
import { sweepUploads } from '../files/uploads.ts'
import { sweepAccounts } from '../identity/accounts/accounts.ts'
import { sweepMails } from '../mail/mail-queue.ts'
import { sweepReceived } from '../mail-in/received.ts'
import { sweepMailed } from '../notifications/mailed-messages.ts'
import { sweepNotifications } from '../notifications/notifications.ts'
import { sweepPush } from '../notifications/push-subscriptions.ts'
import { sweepSnoozes } from '../tickets/snooze.ts'
import { resumeDueDates } from '../vendors/due-dates.ts'

/** Deletes expired rows at every vendor, and ends what has expired. */
export async function sweep(database: Database, { auditLifetime }: Pick<Config, 'auditLifetime'>) {
  const failures: unknown[] = []
  // continue with the others
  for (const vendorId of [platformVendor, ...(await database.vendorIds())])
    await sweepVendor(vendorId, database, auditLifetime).catch(failure => failures.push(failure))
  if (failures.length > 0) throw new AggregateError(failures, 'The sweep failed at some vendors')
}

async function sweepVendor(vendorId: string, database: Database, auditLifetime: number) {
  await inBatches(vendorId, database, sweepUploads)
  await inBatches(vendorId, database, sweepNotifications)
  await database.inVendor(vendorId, async db => {
    await sweepPush(db) // before the expired sessions
    await sweepAccounts(db)
    await sweepCounters(db)
    await sweepIdempotencyKeys(db)
    await sweepMails(db)
    await sweepReceived(db)
    await sweepSnoozes(db)
    await resumeDueDates(db)
    await sweepMailed(db)
    await sweepThumbnails(db)
  })
  await inBatches(vendorId, database, db => sweepAudit(db, auditLifetime))
}

/** Repeats `sweepBatch`, each time in a transaction of its own, until it deletes nothing. */
async function inBatches(
  vendorId: string,
  database: Database,
  sweepBatch: (db: Db) => Promise<number>,
) {
  let deleted: number
  do deleted = await database.inVendor(vendorId, db => sweepBatch(db))
  while (deleted > 0)
}
