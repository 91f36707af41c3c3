import { sql } from 'kysely'
import type { Database } from '#platform/database.ts'
import type { Storage } from '#platform/storage.ts'
import { partsOf } from '#platform/storage-rules.ts'
import { storageKey } from './uploads.ts'

/** What the sweep of a storage came to: files removed, those of vendors that are not of this database, and those that are lost. */
export type Swept = { removed: number; strange: number; lost: number }
type Log = { info(about: Swept, text: string): void; error(about: Swept, text: string): void }

/** Bytes that no row names are left alone for a day: whoever put them there may still be about to say whose they are. */
const safeAge = 24 * 3600 * 1000
/** How many keys are asked about at once; no more are in memory. */
const handful = 500

/**
 * Removes the bytes that no row names, such as those whose removal was lost with its job, and counts the rows whose bytes are lost. A vendor
 * that the database does not know belongs to another installation, or the database is the wrong one: its files are left alone, and told of.
 */
export async function sweepOrphans(database: Database, storage: Storage, log: Log): Promise<Swept> {
  const began = new Date()
  const swept: Swept = { removed: 0, strange: 0, lost: 0 }
  const found = new Map((await database.vendorIds()).map(vendor => [vendor, 0]))

  async function look(vendor: string, stored: Map<string, Date>) {
    const ids = [...stored.keys()]
    const rows = await database.inVendor(vendor, db =>
      db.selectFrom('files').select(['id', 'dateStored', 'scan']).where(sql<boolean>`files.id = any(${ids}::uuid[])`).execute(),
    )
    const before = rows.filter(({ dateStored }) => dateStored !== null && new Date(dateStored) < began)
    found.set(vendor, (found.get(vendor) ?? 0) + before.length)
    const named = new Set(rows.filter(({ scan }) => scan !== 'infected').map(({ id }) => id)) // of an infected one only the row stays
    for (const [id, date] of stored) {
      if (named.has(id) || began.getTime() - date.getTime() < safeAge) continue
      await storage.remove(storageKey(vendor, id))
      swept.removed++
    }
  }

  let of = ''
  let stored = new Map<string, Date>()
  for await (const { key, date } of storage.keys()) {
    const { vendor, file } = partsOf(key)
    if (!found.has(vendor)) {
      swept.strange++
      continue
    }
    if (stored.size > 0 && (vendor !== of || stored.size === handful)) {
      await look(of, stored)
      stored = new Map()
    }
    of = vendor
    stored.set(file, date)
  }
  if (stored.size > 0) await look(of, stored)
  for (const [vendor, seen] of found) swept.lost += Math.max(0, (await countStored(database, vendor, began)) - seen)
  await storage.tidy()

  if (swept.lost > 0) log.error(swept, 'the bytes of some files are lost: npm run doctor says of which')
  else if (swept.removed + swept.strange > 0) log.info(swept, 'files that nobody has were swept away')
  return swept
}

const countStored = (database: Database, vendor: string, before: Date) =>
  database.inVendor(vendor, async db => {
    const { count } = await db
      .selectFrom('files')
      .select(db.fn.countAll<string>().as('count'))
      .where('dateStored', '<', before.toISOString())
      .executeTakeFirstOrThrow()
    return Number(count)
  })
