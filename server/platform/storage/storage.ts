import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

export { SizeMismatch, StorageUnavailable } from './rules.ts'

/**
 * Where files' bytes are kept. Keys are made by us (`<vendor uuid>/<file uuid>`, lower case), never a user's name;
 * one key is only ever put with one size. Every call throws StorageUnavailable when disk or bucket cannot do it now.
 */
export type Storage = {
  /**
   * Streams exactly `size` bytes in; resolves when they are durable. Until then whatever was visible under the key stays
   * as it was. Throws SizeMismatch when there are fewer or more, the signal's reason when it aborts (the client hung up),
   * and the stream's own error when that fails; nothing is kept then. It leaves a refused stream open: the caller
   * may want to answer on the connection it belongs to. Only an aborted one is destroyed. `last` is asked before the last bytes are
   * written: if it throws, nothing is kept either.
   */
  put(
    key: string,
    bytes: Readable,
    size: number,
    options: { type: string; signal?: AbortSignal; last?: () => Promise<void> },
  ): Promise<void>
  /**
   * The bytes and how many this stream gives, or null when not there. `range` is as in HTTP: counted from 0, `end`
   * included and cut to the file's end; throws RangeError when it starts behind it. Read the stream or destroy it.
   */
  get(key: string, range?: { start: number; end: number }): Promise<{ bytes: Readable; size: number } | null>
  /** Not being there is no error. */
  remove(key: string): Promise<void>
  /** For /readyz: writes a few bytes and removes them. Throws when storage is away, read-only or full. */
  check(): Promise<void>
  /** All that is stored, in no promised order: size in bytes, date of the put. What does not look like our key is passed over. */
  keys(): AsyncIterable<{ key: string; size: number; date: Date }>
  /** Removes what uploads of more than a day ago left half done, where a crash leaves anything of them. */
  tidy(): Promise<void>
}

/** The bucket of `storageUrl` (`s3://…`), else the folder `files` in `dataDir`. Throws with the reason when the URL cannot be used. */
export async function openStorage(settings: { storageUrl?: string; dataDir: string }): Promise<Storage> {
  if (!settings.storageUrl) return openDisk(settings.dataDir)
  // Imported only here: the S3 client costs memory that an installation with a disk need not pay.
  const { openBucket } = await import('./s3.ts')
  return openBucket(settings.storageUrl)
}
