import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  assertLength,
  ignoreErrors,
  isKey,
  partsOf,
  type Storage,
  StorageUnavailable,
} from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Stores files as `<dataDir>/files/<vendor>/<aa>/<file>`;
 * removes incomplete uploads of more than a day ago. */
export async function openDisk(dataDir: string): Promise<Storage> {
  const root = resolve(dataDir, 'files')
  const incoming = join(root, '.incoming')
  await onDisk(mkdir(incoming, { recursive: true, mode: 0o700 }))
  await removeOldUploads(incoming)

  // The last two digits of a UUIDv7 are random; the first ones are its time.
  const pathOf = (key: string) => {
    const { vendor, file } = partsOf(key)
    return join(root, vendor, file.slice(-2), file)
  }

  async function receive(
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
    then?: (path: string) => Promise<void>,
  ) {
    const path = join(incoming, randomUUID())
    const file = await onDisk(open(path, 'wx', 0o600))
    try {
      for await (const chunk of chunks) await onDisk(file.writeFile(chunk))
      await onDisk(file.sync())
      await then?.(path)
    } finally {
      await file.close().catch(() => {})
      await onDisk(rm(path, { force: true }))
    }
  }

  async function publish(path: string, target: string) {
    const folder = dirname(target)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, target)
    // A name is durable once its folder is synced, up to the root.
    for (const changed of [folder, dirname(folder), root]) await syncFolder(changed)
  }

  /** Tells a missing file from an unmounted disk. */
  const assertMounted = () => onDisk(access(incoming))

  return {
    async put(key, bytes, size, { signal }) {
      const target = pathOf(key)
      await receive(assertLength(bytes, size, signal), path => onDisk(publish(path, target)))
    },

    async get(key, range) {
      const file = await onDisk(nullIfMissing(open(pathOf(key))))
      if (!file) return assertMounted().then(() => null)
      const { size } = await onDisk(file.stat())
      if (!range) return { bytes: ignoreErrors(file.createReadStream()), size }
      if (range.start >= size) {
        await file.close()
        throw new RangeError(`byte ${range.start} of a file of ${size}`)
      }
      const end = Math.min(range.end, size - 1)
      return {
        bytes: ignoreErrors(file.createReadStream({ start: range.start, end })),
        size: end - range.start + 1,
      }
    },

    async remove(key) {
      await onDisk(rm(pathOf(key), { force: true }))
      await assertMounted()
    },

    check: () => receive([Buffer.alloc(65_536)]),

    removeStaleUploads: () => removeOldUploads(incoming),

    async *keys() {
      for await (const path of filesUnder(root)) {
        const key = `${basename(dirname(dirname(path)))}/${basename(path)}`
        if (!isKey(key) || path !== pathOf(key)) continue
        const found = await onDisk(nullIfMissing(stat(path)))
        if (found) yield { key, size: found.size, date: found.mtime }
      }
    },
  }
}

async function removeOldUploads(incoming: string) {
  for await (const path of filesUnder(incoming)) {
    const found = await onDisk(nullIfMissing(stat(path)))
    if (found && Date.now() - found.mtimeMs > dayMs) await onDisk(rm(path, { force: true }))
  }
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await onDisk(readdir(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function nullIfMissing<Found>(work: Promise<Found>): Promise<Found | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function onDisk<Done>(work: Promise<Done>): Promise<Done> {
  try {
    return await work
  } catch (cause) {
    throw new StorageUnavailable(
      `the disk refuses: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}
