import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import { NewFile } from '#contract/files.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, HttpError } from '#platform/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { downloadOnly, openTypeReader } from './content-type.ts'
import { confirmUpload, markStored, requestUpload, storageKey } from './uploads.ts'

export type StoreContext = { config: Config; database: Database; storage: Storage }
export type FileBytes = { fileName: string; fileType: string; bytes: Buffer }

/** Returns the file's id. @throws what an upload throws */
export async function storeBytes(
  { config, database, storage }: StoreContext,
  vendor: string,
  actor: Actor,
  { fileName, fileType, bytes }: FileBytes,
): Promise<string> {
  const declared = NewFile.parse({ fileName, fileSize: bytes.length, fileType })
  const storedType = typeOfContent(declared.fileType, bytes)
  const id = await database.inVendor(vendor, db => requestUpload(db, actor, declared, config))
  const storedAs = uuidv7()
  await storage.put(storageKey(vendor, storedAs), Readable.from([bytes]), bytes.length, {
    type: storedType,
  })
  await database.inVendor(vendor, async db => {
    if (!(await markStored(db, id, { storedAs, fileType: storedType }, config)))
      throw conflict('fileNotUploaded')
    await confirmUpload(db, actor, id)
  })
  return id
}

/** Content that is not of its declared type is a file to download only. */
function typeOfContent(declared: string, bytes: Buffer): string {
  try {
    const reader = openTypeReader(declared)
    reader.read(bytes)
    return reader.end()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return downloadOnly
  }
}
