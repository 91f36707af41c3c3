import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Actor, admin } from '#contract/actor.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { NewFile } from '#contract/files.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, fileInfected, notFound, quotaExceeded, tooLarge } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { removeParts } from './file-parts.ts'
import { publishTicketsOf } from './publish-tickets-of.ts'
import { fileUsage, isOverdue, pendingUploads } from './usage.ts'

export const storageKey = (vendorId: string, storageId: string) => `${vendorId}/${storageId}`

export const storageId = sql<string>`coalesce(files.stored_as, files.id)`

/** Of one user, those of messages that are sent already among them. */
export const maxPendingUploads = 100

/** Reserves an upload and returns its id. @throws 413 above the size
 * limit, 409 above the quota or with too many pending uploads */
export async function requestUpload(
  db: Db,
  actor: Actor,
  { fileName, fileSize, fileType }: NewFile,
  limits: Pick<Config, 'uploadLimit' | 'vendorQuota' | 'limitFactor'>,
) {
  if (fileSize > limits.uploadLimit) throw tooLarge('fileTooLarge')
  const id = uuidv7()
  await db
    .insertInto('files')
    .values({ id, uploaderId: actor.userId, fileName, fileSize, fileType })
    .execute()
  // includes this upload; a concurrent request waits for this transaction
  const { used, quota } = await fileUsage(db, limits)
  if (quota !== null && used > quota)
    throw quotaExceeded(admin(actor) ? Math.max(0, quota - used + fileSize) : null)
  const others = await pendingUploadsOf(db, actor, id)
  // One user's pending uploads take at most half of the remaining quota, except for a single file.
  if (
    others.count >= maxPendingUploads * limits.limitFactor ||
    (quota !== null && others.bytes > quota - used)
  )
    throw conflict('tooManyUploads')
  return id
}

async function pendingUploadsOf(db: Db, actor: Actor, exceptId: string) {
  const { count, bytes } = await pendingUploads(db)
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('fileSize').as('bytes'),
    ])
    .where('uploaderId', '=', actor.userId)
    .where('id', '<>', exceptId)
    .where(sql<boolean>`not ${isOverdue}`)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

export const extendUpload = (db: Db, id: string) =>
  db
    .updateTable('files')
    .set({ uploadDate: sql<string>`now()` })
    .where('id', '=', id)
    .where('dateStored', 'is', null)
    .execute()

export async function expectedUpload(db: Db, id: string) {
  const file = await db
    .selectFrom('files')
    .select(['uploaderId', 'fileSize', 'fileType', 'dateStored', 'scan', isOverdue.as('isOverdue')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  // where it is overdue, its room may be another upload's now
  if (file.scan === 'cancelled' || (file.isOverdue && !file.dateStored && !file.scan))
    throw notFound()
  if (file.dateStored || file.scan) throw conflict('fileAlreadyUploaded')
  return file
}

/** Makes stored bytes the file's, and queues their scan.
 * False where the file has or had others, or is removed. */
export async function markStored(
  db: Db,
  id: string,
  { storedAs, fileType }: { storedAs: string; fileType: string },
  { clamavUrl }: Pick<Config, 'clamavUrl'>,
): Promise<boolean> {
  const stored = await db
    .updateTable('files')
    .set({
      dateStored: sql<string>`now()`,
      storedAs,
      fileType,
      isInspected: true,
      scan: clamavUrl === undefined ? null : 'waiting',
    })
    .where('id', '=', id)
    .where('dateStored', 'is', null)
    .where('scan', 'is', null)
    .returning('dateAttached')
    .executeTakeFirst()
  if (!stored) return false
  await removeParts(db, id)
  if (stored.dateAttached) await publishTicketsOf(db, id)
  if (clamavUrl !== undefined) await recordEvent(db, 'file.stored', { file: id })
  return true
}

export async function confirmUpload(db: Db, actor: Actor, id: string) {
  const file = await storedFile(db, actor, id)
  await setDateOnce(db, id, 'dateConfirmed', 'fileAlreadyConfirmed')
  return file
}

/** Claims the user's own file for one message, saved reply or machine, once: an uploaded one, a
 * confirmed one, or one that is only reserved, for what is sent before it. @throws 404, 409 */
export async function attachFile(
  db: Db,
  actor: Actor,
  id: string,
  atLeast: 'reserved' | 'confirmed' | 'uploaded',
) {
  const file = await (atLeast === 'reserved' ? ownFile : storedFile)(db, actor, id)
  if (!file.dateStored && file.isOverdue) throw notFound()
  if (atLeast === 'confirmed' && !file.dateConfirmed) throw conflict('fileNotConfirmed')
  await setDateOnce(db, id, 'dateAttached', 'fileAlreadyAttached')
  return file
}

/** @throws 404, 409 where the upload has ended */
export async function cancelUpload(db: Db, actor: Actor, id: string) {
  // locked, as a message may take it at the same time
  await db.selectFrom('files').select('id').where('id', '=', id).forUpdate().execute()
  const file = await ownFile(db, actor, id)
  if (file.dateStored) throw conflict('fileAlreadyUploaded')
  await endUpload(db, file)
}

/** The message that names the file stays, and says that it was not sent. */
async function endUpload(
  db: Db,
  { id, dateAttached }: { id: string; dateAttached: string | null },
) {
  if (dateAttached === null) {
    await removeFile(db, id)
    return
  }
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ scan: 'cancelled' })
    .where('id', '=', id)
    .where('dateStored', 'is', null)
    .where('scan', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('fileAlreadyUploaded')
  await removeParts(db, id)
  await publishTicketsOf(db, id)
}

/** Deletes a file's row and returns its name; a job removes the bytes after the commit. */
export async function removeFile(db: Db, id: string): Promise<string> {
  await removeParts(db, id)
  const removed = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .returning(['fileName', storageId.as('storageId')])
    .executeTakeFirstOrThrow()
  await recordEvent(db, 'file.removed', { file: removed.storageId })
  return removed.fileName
}

export async function sweepUploads(db: Db) {
  const old = await db
    .selectFrom('files')
    .select(['id', 'dateAttached'])
    .where(
      sql<boolean>`${isOverdue} and (date_attached is null or (date_stored is null and scan is null))`,
    )
    .limit(1_000)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const file of old) await endUpload(db, file)
  return old.length
}

async function ownFile(db: Db, actor: Actor, id: string) {
  const file = await db
    .selectFrom('files')
    .selectAll()
    .select(isOverdue.as('isOverdue'))
    .where('id', '=', id)
    .where('uploaderId', '=', actor.userId)
    .executeTakeFirstOrThrow(notFound)
  if (file.scan === 'infected') throw fileInfected()
  if (file.scan === 'cancelled') throw notFound()
  return file
}

async function storedFile(db: Db, actor: Actor, id: string) {
  const file = await ownFile(db, actor, id)
  if (!file.dateStored) throw conflict('fileNotUploaded')
  return file
}

/** The second of two concurrent calls is refused. */
async function setDateOnce(
  db: Db,
  id: string,
  date: 'dateConfirmed' | 'dateAttached',
  refusal: ErrorCode,
) {
  await db
    .updateTable('files')
    .set({ [date]: sql<string>`now()` })
    .where('id', '=', id)
    .where(date, 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => conflict(refusal))
}
