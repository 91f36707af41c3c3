import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

export { SizeMismatch, StorageUnavailable } from './rules.ts'

/** Stores files under keys `<vendor uuid>/<uuid>`; a key always
 * has the same size. Every call may throw StorageUnavailable. */
export type Storage = {
  /** Stores `size` bytes atomically and durably; leaves a refused stream
   * open. @throws SizeMismatch, the signal's or the stream's error */
  put(
    key: string,
    bytes: Readable,
    size: number,
    options: { type: string; signal?: AbortSignal },
  ): Promise<void>
  /** The bytes and their number, null without the file; the caller reads
   * or destroys the stream. `range` as in HTTP. @throws RangeError */
  get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ bytes: Readable; size: number } | null>
  remove(key: string): Promise<void>
  check(): Promise<void>
  /** All stored files, unordered; `size` is in bytes, `date` that of the put. */
  keys(): AsyncIterable<{ key: string; size: number; date: Date }>
  removeStaleUploads(): Promise<void>
}

/** The bucket of `storageUrl` (`s3://…`), else the folder
 * `files` in `dataDir`. @throws when the URL is not valid */
export async function openStorage(settings: {
  storageUrl?: string | undefined
  dataDir: string
}): Promise<Storage> {
  if (!settings.storageUrl) return openDisk(settings.dataDir)
  const { openBucket } = await import('./s3.ts') // on demand, as the client takes memory
  return openBucket(settings.storageUrl)
}
