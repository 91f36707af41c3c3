import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FileState } from '#contract/files.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { fileInfected, HttpError, notFound } from '#platform/errors.ts'
import { type Scanner, ScannerUnavailable, type Verdict } from '#platform/storage/scanner.ts'
import { type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import { recordEvent } from '../events/events.ts'
import { publishTicketsOf } from './publish-tickets-of.ts'
import { storageId, storageKey } from './uploads.ts'

type Scanned = Pick<Selectable<Schema['files']>, 'scan' | 'dateStored'>
type ScanContext = { database: Database; storage: Storage; scanner: Scanner | null }

/** Without a scanner no file waits for a scan; an infected file stays infected. */
export function fileStateOf(
  { scan, dateStored }: Scanned,
  { clamavUrl }: Pick<Config, 'clamavUrl'>,
): FileState {
  if (scan === 'infected' || scan === 'cancelled') return scan
  if (dateStored === null) return 'uploading'
  if (clamavUrl === undefined || scan === null || scan === 'clean') return 'ready'
  return scan === 'waiting' ? 'checking' : 'oversize'
}

export function assertReady(file: Scanned, config: Pick<Config, 'clamavUrl'>): void {
  const state = fileStateOf(file, config)
  if (state === 'checking')
    throw new HttpError(409, 'fileChecking', { name: 'FileNotCheckedError', retryAfter: 5 })
  if (state === 'oversize')
    throw new HttpError(409, 'fileOversize', { name: 'FileNotCheckedError' })
  if (state === 'infected') throw fileInfected()
  if (state !== 'ready') throw notFound()
}

export async function scanUpload(
  context: ScanContext,
  { vendor, file }: { vendor: string; file: string },
): Promise<void> {
  const waiting = await context.database.inVendor(vendor, db =>
    db
      .selectFrom('files')
      .select(['id', storageId.as('storageId')])
      .where('id', '=', file)
      .where('scan', '=', 'waiting')
      .executeTakeFirst(),
  )
  if (waiting) await scanOne(context, vendor, waiting)
}

// Scans files from before a scanner was set, those waiting for an
// hour, and daily those above its limit: it may have been raised.
/** Returns how many it scanned until `until`. @throws ScannerUnavailable,
 * StorageUnavailable; a file that alone causes one waits a day */
export async function scanRemaining(
  context: ScanContext,
  until = Date.now() + 50 * 60_000,
): Promise<number> {
  if (!context.scanner) return 0
  let scanned = 0
  for (const vendor of await context.database.vendorIds()) {
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const files = await context.database.inVendor(vendor, db => unscannedAfter(db, last))
      for (const file of files) {
        if (Date.now() > until) return scanned
        last = file.id
        await scanOne(context, vendor, file).catch(async error => {
          await assertCausedByFile(context, error)
          await context.database.inVendor(vendor, db => postponeScan(db, file.id))
        })
        scanned++
      }
      if (files.length === 0) break
    }
  }
  return scanned
}

/** @throws unless the scanner or storage that failed is
 * available, so that the file itself caused the error */
async function assertCausedByFile({ scanner, storage }: ScanContext, error: unknown) {
  if (error instanceof ScannerUnavailable) await scanner?.version()
  else if (error instanceof StorageUnavailable) await storage.check()
  else throw error
}

const postponeScan = (db: Db, id: string) =>
  db.updateTable('files').set({ dateScanned: sql<string>`now()` }).where('id', '=', id).execute()

const unscannedAfter = (db: Db, last: string) =>
  db
    .selectFrom('files')
    .select(['id', storageId.as('storageId')])
    .where('id', '>', last)
    .where('dateStored', 'is not', null)
    .where(
      sql<boolean>`(scan is null or scan = 'oversize' or (scan = 'waiting' and date_stored < now() - interval '1 hour'))
        and (date_scanned is null or date_scanned < now() - interval '1 day')`,
    )
    .orderBy('id')
    .limit(100)
    .execute()

async function scanOne(
  { database, storage, scanner }: ScanContext,
  vendor: string,
  file: { id: string; storageId: string },
) {
  if (!scanner) return // no longer set: the file is served, and scanned when a scanner is set again
  const stored = await storage.get(storageKey(vendor, file.storageId))
  if (!stored) return // removed, or lost, which the sweep of the storage reports
  const verdict = await scanner.scan(stored.bytes)
  await database.inVendor(vendor, db => saveVerdict(db, file.id, verdict))
}

/** An infected file stays infected whatever a later scan
 * says; a job removes its bytes after the commit. */
async function saveVerdict(db: Db, id: string, verdict: Verdict) {
  const infected = verdict.state === 'infected'
  const scanned = await db
    .updateTable('files')
    .set({
      scan: verdict.state,
      infection: infected ? verdict.name.slice(0, 200) : null,
      dateScanned: sql<string>`now()`,
      ...(infected && { dateStored: null }),
    })
    .where('id', '=', id)
    .where('scan', 'is distinct from', 'infected')
    .returning(storageId.as('storageId'))
    .executeTakeFirst()
  if (!scanned) return
  await publishTicketsOf(db, id)
  if (!infected) return
  await recordEvent(db, 'file.removed', { file: scanned.storageId })
  await recordEvent(db, 'file.infected', { file: id, event: uuidv7() })
}
