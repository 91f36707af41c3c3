import type { Readable } from 'node:stream'

/** The bytes were fewer or more than announced. Nothing of them was kept. */
export class SizeMismatch extends Error {
  override name = 'SizeMismatch'
}

/** Disk or bucket cannot do it now: full, read-only, away, too slow, or it refuses our credentials. The `cause` says which. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const keyForm = new RegExp(`^${uuid}/${uuid}$`)

/** Whether this is `<vendor uuid>/<file uuid>`, in lower case. */
export const isKey = (text: string) => keyForm.test(text)

/** Vendor and file of a key. Throws TypeError for anything else, so that no name of a user ever becomes a path. */
export function partsOf(key: string): { vendor: string; file: string } {
  const [vendor, file] = key.split('/')
  if (!vendor || !file || !isKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
  return { vendor, file }
}

/**
 * The bytes, chunk by chunk, each held back until the next has come: who sends them on has not sent the last one
 * when it turns out that they are too few or too many (SizeMismatch), or when `last`, which is asked then, throws. An aborted signal ends
 * it with its reason.
 */
export async function* assertLength(
  bytes: Readable,
  size: number,
  { signal, last }: { signal?: AbortSignal; last?: () => Promise<void> } = {},
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted()
  const hangUp = () => bytes.destroy()
  signal?.addEventListener('abort', hangUp, { once: true })
  let held: Buffer | undefined
  let count = 0
  try {
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      count += chunk.length
      if (count > size) throw new SizeMismatch(`more than the ${size} bytes that were announced`)
      if (held) yield held
      held = chunk
    }
    if (count < size) throw new SizeMismatch(`${count} bytes where ${size} were announced`)
    await last?.()
    signal?.throwIfAborted()
    if (held) yield held
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', hangUp)
  }
}

/** A stream that may fail before anybody listens, without ending the process: who reads it later is told just the same. */
export const ignoreErrors = (bytes: Readable): Readable => bytes.on('error', () => {})
