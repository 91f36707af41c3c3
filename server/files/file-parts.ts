import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { minUploadPart } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { recordEvent } from '../events/events.ts'
import { isOverdue } from './usage.ts'

export type Part = { start: number; end: number }
type StoredPart = { size: number; storedAs: string }

/** The part of a file of `size` bytes that a request sends: by Content-Range, or all of it. */
export function partOf(contentRange: string | undefined, size: number): Part {
  if (contentRange === undefined) return { start: 0, end: size - 1 }
  const [, first, last, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange) ?? []
  const [start, end] = [Number(first), Number(last)]
  const isPart = Number(total) === size && start <= end && end < size
  if (!isPart || (end < size - 1 && end - start + 1 < minUploadPart(size)))
    throw invalid('uploadPartInvalid')
  return { start, end }
}

export const storedParts = (db: Db, file: string): Promise<StoredPart[]> =>
  db
    .selectFrom('fileParts')
    .select([sql<number>`size::float8`.as('size'), 'storedAs'])
    .where('fileId', '=', file)
    .orderBy('firstByte')
    .execute()

export const sizeOf = (parts: StoredPart[]) => parts.reduce((sum, { size }) => sum + size, 0)

export function assertNext({ start }: Part, parts: StoredPart[]) {
  if (sizeOf(parts) !== start) throw conflict('uploadPartMisplaced')
}

/** Adds a part whose bytes are stored, unless another request has added it meanwhile.
 * @throws 404 for a file that is removed, 409 */
export async function addPart(db: Db, file: string, part: Part, storedAs: string): Promise<void> {
  await db
    .updateTable('files')
    .set({ uploadDate: sql<string>`now()` })
    .where('id', '=', file)
    .where('dateStored', 'is', null)
    .where('scan', 'is', null)
    .where(sql<boolean>`not ${isOverdue}`)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
  assertNext(part, await storedParts(db, file))
  const size = part.end - part.start + 1
  await db
    .insertInto('fileParts')
    .values({ fileId: file, firstByte: part.start, size, storedAs })
    .execute()
}

/** A job removes the bytes after the commit. */
export async function removeParts(db: Db, file: string): Promise<void> {
  const removed = await db
    .deleteFrom('fileParts')
    .where('fileId', '=', file)
    .returning('storedAs')
    .execute()
  for (const { storedAs } of removed) await recordEvent(db, 'file.removed', { file: storedAs })
}

/** Of the user's own upload; all of a file that is stored. @throws
 * 404 also for an upload whose reservation has ended */
export async function receivedBytes(db: Db, actor: Actor, file: string): Promise<number> {
  const isStored = sql<boolean>`(date_stored is not null or (scan is not null and scan <> 'cancelled'))`
  const { fileSize, ...found } = await db
    .selectFrom('files')
    .select(['fileSize', isStored.as('isStored')])
    .where('id', '=', file)
    .where('uploaderId', '=', actor.userId)
    .where(sql<boolean>`(${isStored} or (scan is null and not ${isOverdue}))`)
    .executeTakeFirstOrThrow(notFound)
  return found.isStored ? fileSize : sizeOf(await storedParts(db, file))
}

/** The bytes of stored parts; `lost` throws where a part has none, as after a restore. */
export async function* joinParts(
  storage: Storage,
  keys: string[],
  lost: () => Promise<never>,
): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const stored = (await storage.get(key)) ?? (await lost())
    yield* stored.bytes
  }
}
