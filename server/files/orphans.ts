import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { partsOf } from '#platform/storage/rules.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { storageKey } from './uploads.ts'

/**
 * What the sweep of a storage came to: files removed, those that are not of this database, those that no row names where there are so many
 * that it may be the wrong database, and those that are lost.
 */
export type Swept = { removed: number; strange: number; doubtful: number; lost: number }
type Log = { info(about: Swept, text: string): void; error(about: Swept, text: string): void }
/** What is stored of a vendor: how many keys, how many of them a row names, how many none does, and the first of those. */
type Found = { keys: number; seen: number; unnamed: number; orphans: string[] }

/** Bytes that no row names are left alone for a day: whoever put them there may still be about to say whose they are. */
const safeAge = 24 * 3600 * 1000
/** How many keys are asked about at once; no more are in memory, */
const maxExamples = 500
/** and of a vendor's that no row names so many, which is how many are removed in one night. */
const maxPerNight = 1_000
/** A removal is rarely lost with its job. Where a database knows of fewer files than it should, it is a copy, or an older state, of the right one. */
const tooMany = ({ keys, unnamed }: Found) => unnamed > 100 && unnamed > keys * 0.05

/**
 * Removes the bytes that no row names, such as those whose removal was lost with its job, and counts the rows whose bytes are lost. What may
 * belong to another database is left alone, and told of: the files of a vendor that this one does not know, those that are newer than all
 * of the vendor's that it knows, and all that no row names where they are too many.
 */
export async function sweepOrphans(database: Database, storage: Storage, log: Log): Promise<Swept> {
  const began = new Date()
  const swept: Swept = { removed: 0, strange: 0, doubtful: 0, lost: 0 }
  const found = new Map<string, Found>()
  for (const vendor of await database.vendorIds()) found.set(vendor, { keys: 0, seen: 0, unnamed: 0, orphans: [] })

  async function look(vendor: string, of: Found, stored: Map<string, Date>) {
    const ids = [...stored.keys()]
    const rows = await database.inVendor(vendor, db =>
      db.selectFrom('files').select(['id', 'dateStored', 'scan']).where(sql<boolean>`files.id = any(${ids}::uuid[])`).execute(),
    )
    of.keys += ids.length
    of.seen += rows.filter(({ dateStored }) => dateStored !== null && new Date(dateStored) < began).length
    const scans = new Map(rows.map(({ id, scan }) => [id, scan]))
    for (const [id, date] of stored) {
      if (began.getTime() - date.getTime() < safeAge) continue
      if (scans.get(id) === 'infected') await remove(vendor, id) // of which only the row stays
      if (scans.has(id)) continue
      of.unnamed++
      if (of.orphans.length < maxPerNight) of.orphans.push(id)
    }
  }

  async function remove(vendor: string, id: string) {
    await storage.remove(storageKey(vendor, id))
    swept.removed++
  }

  async function removeOrphans(vendor: string, of: Found) {
    if (of.unnamed === 0) return
    if (tooMany(of)) {
      swept.doubtful += of.unnamed
      return
    }
    const newest = await newestFile(database, vendor)
    for (const id of of.orphans) {
      if (id > newest) swept.strange++
      else await remove(vendor, id)
    }
  }

  let of = ''
  let stored = new Map<string, Date>()
  const lookAtThese = async () => {
    const about = found.get(of)
    if (about) await look(of, about, stored)
    stored = new Map()
  }
  for await (const { key, date } of storage.keys()) {
    const { vendor, file } = partsOf(key)
    if (!found.has(vendor)) {
      swept.strange++
      continue
    }
    if (vendor !== of || stored.size === maxExamples) await lookAtThese()
    of = vendor
    stored.set(file, date)
  }
  await lookAtThese()
  for (const [vendor, about] of found) {
    await removeOrphans(vendor, about)
    swept.lost += Math.max(0, (await countStored(database, vendor, began)) - about.seen)
  }
  await storage.tidy()

  if (swept.doubtful > 0)
    log.error(swept, 'so many files are in no row that none of them was swept away: is this the right database for this storage?')
  if (swept.lost > 0) log.error(swept, 'the bytes of some files are lost: npm run doctor says of which')
  else if (swept.removed + swept.strange > 0) log.info(swept, 'files that nobody has were swept away')
  return swept
}

/** Ids are made in the order of time. */
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
