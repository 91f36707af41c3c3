import type { Readable } from 'node:stream'

/** The number of bytes was not the announced one; none of them are stored. */
export class SizeMismatch extends Error {
  override name = 'SizeMismatch'
}

/** The disk or the bucket is full, read-only, unreachable,
 * too slow or refuses the credentials: see `cause`. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

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

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const keyPattern = new RegExp(`^${uuid}/${uuid}$`)

/** Whether a text is `<vendor>/<file>`, two UUIDs in lower case. */
export const isKey = (text: string) => keyPattern.test(text)

/** Vendor and file of a key. @throws TypeError for other
 * texts, so that no user input becomes a path */
export function partsOf(key: string): { vendor: string; file: string } {
  const [vendor, file] = key.split('/')
  if (!vendor || !file || !isKey(key))
    throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
  return { vendor, file }
}

/** Yields the bytes; holds the last chunk back until their number
 * is right. @throws SizeMismatch, or the signal's reason */
export async function* assertLength(
  bytes: Readable,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted()
  const destroy = () => bytes.destroy()
  signal?.addEventListener('abort', destroy, { once: true })
  let previous: Buffer | undefined
  let count = 0
  try {
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      count += chunk.length
      if (count > size) throw new SizeMismatch(`more than the ${size} bytes that were announced`)
      if (previous) yield previous
      previous = chunk
    }
    if (count < size) throw new SizeMismatch(`${count} bytes where ${size} were announced`)
    if (previous) yield previous
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', destroy)
  }
}

/** Lets a stream fail before it is read without ending the
 * process; a later reader still gets the error. */
export const ignoreErrors = (bytes: Readable): Readable => bytes.on('error', () => {})
