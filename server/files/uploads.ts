import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Actor, admin } from '#contract/actor.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { NewFile } from '#contract/files.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, fileInfected, notFound, quotaExceeded, tooLarge } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { fileUsage, isOverdue, pendingUploads } from './usage.ts'

/** Where a file's bytes are kept. */
export const storageKey = (vendorId: string, fileId: string) => `${vendorId}/${fileId}`

/** How many files one person may have announced that have not come in; the portal's own pages send three at a time. */
const maxPendingUploads = 30

/** Makes the place for one upload, where it is no larger than a file may be and the vendor's files have room for it. */
export async function requestUpload(
  db: Db,
  actor: Actor,
  { fileName, fileSize, fileType }: NewFile,
  limits: Pick<Config, 'uploadLimit' | 'vendorQuota' | 'limitFactor'>,
) {
  if (fileSize > limits.uploadLimit) throw tooLarge('fileTooLarge')
  const id = uuidv7()
  await db.insertInto('files').values({ id, uploaderId: actor.userId, fileName, fileSize, fileType }).execute()
  const { used, quota } = await fileUsage(db, limits) // with this one; whoever comes at the same time waits until it is there or not
  if (quota !== null && used > quota) throw quotaExceeded(admin(actor) ? Math.max(0, quota - used + fileSize) : null)
  const others = await pendingUploadsOf(db, actor, id)
  // Of the room that there is, one person's announcements take no more than half, but for a single file.
  if (others.count >= maxPendingUploads * limits.limitFactor || (quota !== null && others.bytes > quota - used))
    throw conflict('tooManyUploads')
  return id
}

/** What somebody has announced besides this one and not sent yet. */
async function pendingUploadsOf(db: Db, actor: Actor, but: string) {
  const { count, bytes } = await pendingUploads(db)
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('fileSize').as('bytes')])
    .where('uploaderId', '=', actor.userId)
    .where('id', '<>', but)
    .where(sql<boolean>`not ${isOverdue}`)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

/** Room is kept for what is still coming in, however long it takes. */
export const extendUpload = (db: Db, id: string) =>
  db.updateTable('files').set({ uploadDate: sql<string>`now()` }).where('id', '=', id).where('dateStored', 'is', null).execute()

/** What an upload was announced as. @throws 409 when its bytes are there already. */
export async function expectedUpload(db: Db, id: string) {
  const file = await db
    .selectFrom('files')
    .select(['fileSize', 'fileType', 'dateStored', 'scan'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  if (file.dateStored || file.scan) throw conflict('fileAlreadyUploaded')
  return file
}

/** Nobody else stores these bytes until the transaction has ended. @throws 409 when they are there already, or were. */
export async function lockUpload(db: Db, id: string) {
  const { dateStored, scan } = await db
    .selectFrom('files')
    .select(['dateStored', 'scan'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (dateStored || scan) throw conflict('fileAlreadyUploaded')
}

/** The bytes are there, and are looked at for malware where a scanner is set. */
export async function markStored(db: Db, id: string, fileType: string, { clamavUrl }: Pick<Config, 'clamavUrl'>) {
  await takeStep(db, id, 'dateStored', 'fileAlreadyUploaded')
  await db.updateTable('files').set({ fileType }).where('id', '=', id).where('fileType', '<>', fileType).execute()
  if (clamavUrl === undefined) return
  await db.updateTable('files').set({ scan: 'waiting' }).where('id', '=', id).execute()
  await recordEvent(db, 'file.stored', { file: id })
}

/** Confirms one's own upload, once. */
export async function confirmUpload(db: Db, actor: Actor, id: string) {
  const file = await storedFile(db, actor, id)
  await takeStep(db, id, 'dateConfirmed', 'fileAlreadyConfirmed')
  return file
}

/** Takes one's own uploaded file for one message or machine, once. Attachments of messages must have been confirmed. */
export async function attachFile(db: Db, actor: Actor, id: string, confirmed: 'confirmed' | 'uploaded') {
  const file = await storedFile(db, actor, id)
  if (confirmed === 'confirmed' && !file.dateConfirmed) throw conflict('fileNotConfirmed')
  await takeStep(db, id, 'dateAttached', 'fileAlreadyAttached')
  return file
}

/** Forgets a file; its bytes go once that is certain. */
export async function removeFile(db: Db, id: string): Promise<string> {
  const { fileName } = await db.deleteFrom('files').where('id', '=', id).returning('fileName').executeTakeFirstOrThrow()
  await recordEvent(db, 'file.removed', { file: id })
  return fileName
}

/** Removes some of what nobody sent within an hour, or attached within a day. Returns how many. */
export async function sweepUploads(db: Db) {
  const old = await db
    .selectFrom('files')
    .select('id')
    .where('dateAttached', 'is', null)
    .where(sql<boolean>`${isOverdue} and (upload_date < now() - interval '24 hours' or (date_stored is null and scan is null))`)
    .limit(1_000)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of old) await removeFile(db, id)
  return old.length
}

/** One's own file, whose bytes are there. One that is not one's own is nobody's: its id tells nothing. */
async function storedFile(db: Db, actor: Actor, id: string) {
  const mine = db.selectFrom('files').selectAll().where('id', '=', id).where('uploaderId', '=', actor.userId)
  const file = await mine.executeTakeFirstOrThrow(notFound)
  if (file.scan === 'infected') throw fileInfected()
  if (!file.dateStored) throw conflict('fileNotUploaded')
  return file
}

/** Each step is taken once: of two at the same time one wins, and the other is refused. */
async function takeStep(db: Db, id: string, date: 'dateStored' | 'dateConfirmed' | 'dateAttached', refusal: ErrorCode) {
  await db
    .updateTable('files')
    .set({ [date]: sql<string>`now()` })
    .where('id', '=', id)
    .where(date, 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => conflict(refusal))
}
