import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

export { SizeMismatch, StorageUnavailable } from './rules.ts'

/** Stores files under keys `<vendor uuid>/<file uuid>`; a key always has the same size. Every call may throw StorageUnavailable. */
export type Storage = {
  /**
   * Stores exactly `size` bytes atomically and durably; `last` runs before the last ones are written. An aborted stream is destroyed, a
   * refused one stays open for the response. @throws SizeMismatch, the signal's reason, or the error of the stream or of `last`
   */
  put(
    key: string,
    bytes: Readable,
    size: number,
    options: { type: string; signal?: AbortSignal; last?: () => Promise<void> },
  ): Promise<void>
  /** The bytes and their number, null without the file; the caller reads or destroys the stream. `range` is as in HTTP. @throws RangeError */
  get(key: string, range?: { start: number; end: number }): Promise<{ bytes: Readable; size: number } | null>
  /** Also when there is no such file. */
  remove(key: string): Promise<void>
  /** Writes and removes a few bytes. */
  check(): Promise<void>
  /** All stored files, unordered; `size` is in bytes, `date` that of the put. */
  keys(): AsyncIterable<{ key: string; size: number; date: Date }>
  /** Removes incomplete uploads that a crash left more than a day ago. */
  tidy(): Promise<void>
}

/** The bucket of `storageUrl` (`s3://…`), else the folder `files` in `dataDir`. @throws when the URL is not valid */
export async function openStorage(settings: { storageUrl?: string; dataDir: string }): Promise<Storage> {
  if (!settings.storageUrl) return openDisk(settings.dataDir)
  // Imported on demand: the S3 client takes memory.
  const { openBucket } = await import('./s3.ts')
  return openBucket(settings.storageUrl)
}
