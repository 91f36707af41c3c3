import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { FairSemaphore } from '#platform/concurrency/fair-semaphore.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openWorker, TaskFailed, WorkerExceeded } from '#platform/worker/worker.ts'
import type { Side, Thumbnail } from './thumbnail.ts'
import { storageKey } from './uploads.ts'

type Context = { database: Database; storage: Storage }
type Picture = { fileId: string; storageId: string; fileType: string }
type Drawing = { since: number; ended: Promise<void> }

/** ms: the most for one picture. The costliest one that is decoded takes a fifth of it. */
const deadline = 10_000
/** ms for which a mail or a page waits for a picture, and after which a failed
 * storage is asked again. */
const patience = 20_000
const maxWaiting = 1_000 // of a vendor

const worker = openWorker<{ bytes: Buffer; type: string; side: Side }, Thumbnail | null>(
  new URL('./draw-thumbnail.ts', import.meta.url),
  { heap: 128, idle: 30_000, isProcess: true },
)
/** One picture at a time bounds the memory; vendors take turns (record 0024). */
const turns = new FairSemaphore({ slots: 1, slotsOfVendor: 1, timeout: 600_000, maxPause: 0 })

/** By file and side, those that are being drawn or wait for it. */
const awaited = new Map<string, Drawing>()

/** The thumbnails of pictures by file. Those that were never drawn are drawn from now on, once for
 * all mails: `isComplete` is false while one of them is worth waiting for. */
export async function readThumbnails(context: Context, vendor: string, pictures: Picture[]) {
  const thumbnails = new Map<string, Thumbnail>()
  if (pictures.length === 0) return { thumbnails, isComplete: true }
  const fileIds = pictures.map(({ fileId }) => fileId)
  const drawn = await context.database.inVendor(vendor, db => selectThumbnails(db, fileIds, 320))
  for (const { fileId, bytes, width, height } of drawn)
    if (bytes) thumbnails.set(fileId, { bytes, width, height })
  const known = new Set(drawn.map(({ fileId }) => fileId))
  const missing = pictures.filter(({ fileId }) => !known.has(fileId))
  const isAwaited = missing.map(picture => {
    return Date.now() - drawingOf(context, vendor, picture, 320).since < patience
  })
  return { thumbnails, isComplete: !isAwaited.includes(true) }
}

/** The thumbnail of one picture, which is drawn now if it never was; null
 * where it cannot be drawn, or not soon. */
export async function readThumbnail(
  context: Context,
  vendor: string,
  picture: Picture,
  side: Side,
): Promise<Thumbnail | null> {
  const find = async () => {
    const [drawn] = await context.database.inVendor(vendor, db =>
      selectThumbnails(db, [picture.fileId], side),
    )
    return drawn
  }
  let drawn = await find()
  if (!drawn) {
    const { since, ended } = drawingOf(context, vendor, picture, side)
    const left = since + patience - Date.now()
    if (left > 0) await Promise.race([ended, pause(left, null, { ref: false })])
    drawn = await find()
  }
  return drawn?.bytes ? { ...drawn, bytes: drawn.bytes } : null
}

const selectThumbnails = (db: Db, fileIds: string[], side: Side) =>
  db
    .selectFrom('thumbnails')
    .select(['fileId', 'bytes', 'width', 'height'])
    .where('fileId', 'in', fileIds)
    .where('side', '=', side)
    .execute()

/** The one that runs, or a new one. */
function drawingOf(context: Context, vendor: string, picture: Picture, side: Side): Drawing {
  const key = `${picture.fileId} ${side}`
  const running = awaited.get(key)
  if (running) return running
  const forget = () => void awaited.delete(key)
  const ended = drawOnce(context, vendor, picture, side).then(forget, () => {
    awaited.set(key, { since: 0, ended }) // mails and pages go without it
    setTimeout(forget, patience).unref()
  })
  const drawing = { since: Date.now(), ended }
  awaited.set(key, drawing)
  return drawing
}

/** Stores the thumbnail, or that the picture has none. @throws where its bytes cannot
 * be read, or the process ended */
async function drawOnce(
  { database, storage }: Context,
  vendor: string,
  picture: Picture,
  side: Side,
) {
  const { fileId, storageId, fileType } = picture
  const release = await turns.acquire({ vendor, user: 'pictures', maxWaiting })
  try {
    // by another instance, or before a mail that had asked for it noticed
    const [drawn] = await database.inVendor(vendor, db => selectThumbnails(db, [fileId], side))
    if (drawn) return
    const stored = await storage.get(storageKey(vendor, storageId))
    if (!stored) throw new Error('a picture without bytes')
    const bytes = await buffer(stored.bytes)
    const thumbnail = await worker
      .run({ bytes, type: fileType, side }, { deadline })
      .catch(error => {
        if (error instanceof TaskFailed) return null
        if (error instanceof WorkerExceeded && error.isLate) return null
        throw error
      })
    await database.inVendor(vendor, db =>
      db
        .insertInto('thumbnails')
        .values({ fileId, side, ...(thumbnail ?? { bytes: null }) })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
  } finally {
    release()
  }
}

/** That a picture cannot be drawn is kept. */
export const sweepThumbnails = (db: Db) =>
  db
    .deleteFrom('thumbnails')
    .where('bytes', 'is not', null)
    .where('dateDrawn', '<', sql<string>`now() - interval '7 days'`)
    .execute()
