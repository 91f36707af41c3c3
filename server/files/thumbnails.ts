import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { FairSemaphore } from '#platform/concurrency/fair-semaphore.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openWorker, TaskFailed, WorkerExceeded } from '#platform/worker/worker.ts'
import type { Thumbnail } from './thumbnail.ts'
import { storageKey } from './uploads.ts'

type Context = { database: Database; storage: Storage }
type Picture = { fileId: string; storageId: string; fileType: string }

/** ms: the most for one picture. The costliest one that is decoded takes a fifth of it. */
const deadline = 10_000
/** ms for which a mail waits for a picture, and after which a failed storage is asked again. */
const patience = 20_000
const maxWaiting = 1_000 // of a vendor

const worker = openWorker<{ bytes: Buffer; type: string }, Thumbnail | null>(
  new URL('./draw-thumbnail.ts', import.meta.url),
  { heap: 128, idle: 30_000, isProcess: true },
)
/** One picture at a time bounds the memory; vendors take turns (record 0024). */
const turns = new FairSemaphore({ slots: 1, slotsOfVendor: 1, timeout: 600_000, maxPause: 0 })

/** By file, those that are being drawn or wait for it, since when. */
const awaited = new Map<string, number>()

/** The thumbnails of pictures by file. Those that were never drawn are drawn from now on, once for
 * all mails: `isComplete` is false while one of them is worth waiting for. */
export async function readThumbnails(context: Context, vendor: string, pictures: Picture[]) {
  const thumbnails = new Map<string, Thumbnail>()
  if (pictures.length === 0) return { thumbnails, isComplete: true }
  const drawn = await context.database.inVendor(vendor, db =>
    db
      .selectFrom('thumbnails')
      .select(['fileId', 'bytes', 'width', 'height'])
      .where(
        'fileId',
        'in',
        pictures.map(({ fileId }) => fileId),
      )
      .execute(),
  )
  for (const { fileId, bytes, width, height } of drawn)
    if (bytes) thumbnails.set(fileId, { bytes, width, height })
  const known = new Set(drawn.map(({ fileId }) => fileId))
  const missing = pictures.filter(({ fileId }) => !known.has(fileId))
  const isAwaited = missing.map(picture => {
    const since = awaited.get(picture.fileId) ?? startDrawing(context, vendor, picture)
    return Date.now() - since < patience
  })
  return { thumbnails, isComplete: !isAwaited.includes(true) }
}

function startDrawing(context: Context, vendor: string, picture: Picture): number {
  const { fileId } = picture
  const since = Date.now()
  awaited.set(fileId, since)
  const forget = () => awaited.delete(fileId)
  drawOnce(context, vendor, picture).then(forget, () => {
    awaited.set(fileId, 0) // mails go without it
    setTimeout(forget, patience).unref()
  })
  return since
}

/** Stores the thumbnail, or that the picture has none. @throws where its bytes cannot
 * be read, or the process ended */
async function drawOnce({ database, storage }: Context, vendor: string, picture: Picture) {
  const { fileId, storageId, fileType } = picture
  const release = await turns.acquire({ vendor, user: 'pictures', maxWaiting })
  try {
    // by another instance, or before a mail that had asked for it noticed
    if (await database.inVendor(vendor, db => isDrawn(db, fileId))) return
    const stored = await storage.get(storageKey(vendor, storageId))
    if (!stored) throw new Error('a picture without bytes')
    const bytes = await buffer(stored.bytes)
    const thumbnail = await worker.run({ bytes, type: fileType }, { deadline }).catch(error => {
      if (error instanceof TaskFailed) return null
      if (error instanceof WorkerExceeded && error.isLate) return null
      throw error
    })
    await database.inVendor(vendor, db =>
      db
        .insertInto('thumbnails')
        .values({ fileId, ...(thumbnail ?? { bytes: null }) })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
  } finally {
    release()
  }
}

const isDrawn = (db: Db, fileId: string) =>
  db.selectFrom('thumbnails').select('fileId').where('fileId', '=', fileId).executeTakeFirst()

/** That a picture cannot be drawn is kept. */
export const sweepThumbnails = (db: Db) =>
  db
    .deleteFrom('thumbnails')
    .where('bytes', 'is not', null)
    .where('dateDrawn', '<', sql<string>`now() - interval '7 days'`)
    .execute()
