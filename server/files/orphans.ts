import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { partsOf } from '#platform/storage/rules.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { storageId, storageKey } from './uploads.ts'

/** Numbers of files: `foreign` may be of another database, `suspect` are unnamed and too many to remove, `lost` are rows without bytes. */
export type SweepResult = { removed: number; foreign: number; suspect: number; lost: number }
type Log = { info(result: SweepResult, text: string): void; error(result: SweepResult, text: string): void }
/** `keys` in the storage, `stored` by their row, `unnamed` by any row, and the first ids of these. */
type VendorFiles = { keys: number; stored: number; unnamed: number; orphans: string[] }

/** ms. Younger bytes are kept: their row may not say yet that they are stored. */
const safeAge = 24 * 3600 * 1000
const batchSize = 500
const maxOrphansPerVendor = 1_000
/** Removals are rarely lost: so many unnamed files mean that the database is a copy, or an older state, of the right one. */
const tooMany = ({ keys, unnamed }: VendorFiles) => unnamed > 100 && unnamed > keys * 0.05

// Files that may belong to another database are kept: those of unknown vendors, those newer than all of the vendor's here, and too many.
/** Removes bytes that no row names, and counts rows without bytes (docs/decisions/0004). */
export async function sweepOrphans(database: Database, storage: Storage, log: Log): Promise<SweepResult> {
  const began = new Date()
  const result: SweepResult = { removed: 0, foreign: 0, suspect: 0, lost: 0 }
  const vendors = new Map<string, VendorFiles>()
  for (const vendor of await database.vendorIds()) vendors.set(vendor, { keys: 0, stored: 0, unnamed: 0, orphans: [] })

  async function countBatch(vendor: string, files: VendorFiles, batch: Map<string, Date>) {
    const ids = [...batch.keys()]
    const rows = await database.inVendor(vendor, db =>
      db
        .selectFrom('files')
        .select([storageId.as('id'), 'dateStored', 'scan'])
        .where(sql<boolean>`${storageId} = any(${ids}::uuid[])`)
        .execute(),
    )
    files.keys += ids.length
    files.stored += rows.filter(({ dateStored }) => dateStored !== null && new Date(dateStored) < began).length
    const scans = new Map(rows.map(({ id, scan }) => [id, scan]))
    for (const [id, date] of batch) {
      if (began.getTime() - date.getTime() < safeAge) continue
      if (scans.get(id) === 'infected') await remove(vendor, id) // only its row is kept
      if (scans.has(id)) continue
      files.unnamed++
      if (files.orphans.length < maxOrphansPerVendor) files.orphans.push(id)
    }
  }

  async function remove(vendor: string, id: string) {
    await storage.remove(storageKey(vendor, id))
    result.removed++
  }

  async function removeOrphans(vendor: string, files: VendorFiles) {
    if (files.unnamed === 0) return
    if (tooMany(files)) {
      result.suspect += files.unnamed
      return
    }
    const newest = await newestFile(database, vendor)
    for (const id of files.orphans) {
      if (id > newest) result.foreign++
      else await remove(vendor, id)
    }
  }

  let current = ''
  let batch = new Map<string, Date>()
  const finishBatch = async () => {
    const files = vendors.get(current)
    if (files) await countBatch(current, files, batch)
    batch = new Map()
  }
  for await (const { key, date } of storage.keys()) {
    const { vendor, file } = partsOf(key)
    if (!vendors.has(vendor)) {
      result.foreign++
      continue
    }
    if (vendor !== current || batch.size === batchSize) await finishBatch()
    current = vendor
    batch.set(file, date)
  }
  await finishBatch()
  for (const [vendor, files] of vendors) {
    await removeOrphans(vendor, files)
    result.lost += Math.max(0, (await countStored(database, vendor, began)) - files.stored)
  }
  await storage.removeStaleUploads()

  if (result.suspect > 0)
    log.error(result, 'too many files are in no row, so none of them was removed: is this the right database for this storage?')
  if (result.lost > 0) log.error(result, 'the bytes of some files are lost: npm run doctor lists them')
  else if (result.removed + result.foreign > 0) log.info(result, 'the sweep of the storage has found unreferenced files')
  return result
}

/** Ids are UUIDv7, so they ascend with time. */
const newestFile = (database: Database, vendor: string) =>
  database.inVendor(
    vendor,
    async db => (await db.selectFrom('files').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? '',
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
