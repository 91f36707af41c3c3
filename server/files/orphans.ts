import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { partsOf } from '#platform/storage/rules.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { storageId, storageKey } from './uploads.ts'

/** Numbers of files: `foreign` may be of another database, `suspect`
 * are unnamed and too many to remove, `lost` are rows without bytes. */
export type SweepResult = { removed: number; foreign: number; suspect: number; lost: number }
type Log = {
  info(result: SweepResult, text: string): void
  error(result: SweepResult, text: string): void
}
type VendorFiles = { keys: number; stored: number; unnamed: number; orphans: string[] }

/** ms. Younger bytes are kept: their row may not say yet that they are stored. */
const safeAge = 24 * 3600 * 1000
const batchSize = 500
const maxOrphansPerVendor = 1_000
/** Removals are rarely lost: so many unnamed files mean that the
 * database is a copy, or an older state, of the right one. */
const tooMany = ({ keys, unnamed }: VendorFiles) => unnamed > 100 && unnamed > keys * 0.05

// Kept, as they may belong to another database: files of unknown
// vendors, newer than all of the vendor's here, and too many.
/** Removes bytes that no row names, and counts rows without bytes (docs/decisions/0004). */
export async function sweepOrphans(
  database: Database,
  storage: Storage,
  log: Log,
): Promise<SweepResult> {
  const began = new Date()
  const result: SweepResult = { removed: 0, foreign: 0, suspect: 0, lost: 0 }
  const remove = async (vendor: string, ids: string[]) => {
    for (const id of ids) await storage.remove(storageKey(vendor, id))
    result.removed += ids.length
  }
  const vendors = new Map<string, VendorFiles>()
  for (const vendor of await database.vendorIds())
    vendors.set(vendor, { keys: 0, stored: 0, unnamed: 0, orphans: [] })

  for await (const { vendor, batch } of readBatches(storage)) {
    const files = vendors.get(vendor)
    if (files) await remove(vendor, await countBatch(database, vendor, files, batch, began))
    else result.foreign += batch.size
  }
  for (const [vendor, files] of vendors) {
    if (tooMany(files)) result.suspect += files.unnamed
    else if (files.unnamed > 0) {
      const newest = await newestFile(database, vendor)
      const orphans = files.orphans.filter(id => id <= newest)
      result.foreign += files.orphans.length - orphans.length
      await remove(vendor, orphans)
    }
    result.lost += Math.max(0, (await countStored(database, vendor, began)) - files.stored)
  }
  await storage.removeStaleUploads()
  logResult(result, log)
  return result
}

function logResult(result: SweepResult, log: Log) {
  if (result.suspect > 0)
    log.error(
      result,
      'too many files are in no row, so none of them was removed: is this the right database for this storage?',
    )
  if (result.lost > 0)
    log.error(result, 'the bytes of some files are lost: npm run doctor lists them')
  else if (result.removed + result.foreign > 0)
    log.info(result, 'the sweep of the storage has found unreferenced files')
}

async function* readBatches(storage: Storage) {
  let current = { vendor: '', batch: new Map<string, Date>() }
  for await (const { key, date } of storage.keys()) {
    const { vendor, file } = partsOf(key)
    if (vendor !== current.vendor || current.batch.size === batchSize) {
      yield current
      current = { vendor, batch: new Map() }
    }
    current.batch.set(file, date)
  }
  yield current
}

async function countBatch(
  database: Database,
  vendor: string,
  files: VendorFiles,
  batch: Map<string, Date>,
  began: Date,
) {
  const ids = [...batch.keys()]
  const rows = await database.inVendor(vendor, db =>
    db
      .selectFrom('files')
      .select([storageId.as('id'), 'dateStored', 'scan'])
      .where(sql<boolean>`${storageId} = any(${ids}::uuid[])`)
      .execute(),
  )
  files.keys += ids.length
  files.stored += rows.filter(
    ({ dateStored }) => dateStored !== null && new Date(dateStored) < began,
  ).length
  const parts = await database.inVendor(vendor, db =>
    db
      .selectFrom('fileParts')
      .select('storedAs')
      .where(sql<boolean>`stored_as = any(${ids}::uuid[])`)
      .execute(),
  )
  const scans = new Map([
    ...rows.map(({ id, scan }) => [id, scan] as const),
    ...parts.map(({ storedAs }) => [storedAs, null] as const),
  ])
  const settled = ids.filter(id => began.getTime() - (batch.get(id) as Date).getTime() >= safeAge)
  const unnamed = settled.filter(id => !scans.has(id))
  files.unnamed += unnamed.length
  files.orphans.push(...unnamed.slice(0, maxOrphansPerVendor - files.orphans.length))
  return settled.filter(id => scans.get(id) === 'infected')
}

/** Ids are UUIDv7, so they ascend with time. */
const newestFile = (database: Database, vendor: string) =>
  database.inVendor(
    vendor,
    async db =>
      (await db.selectFrom('files').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
        ?.id ?? '',
  )

const countStored = (database: Database, vendor: string, before: Date) =>
  database.inVendor(vendor, async db => {
    const { count } = await db
      .selectFrom('files')
      .select(db.fn.countAll<string>().as('count'))
      .where('dateStored', '<', before.toISOString())
      .executeTakeFirstOrThrow()
    return Number(count)
  })
