import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { assertLength, ignoreErrors, isKey, partsOf, StorageUnavailable } from './rules.ts'
import type { Storage } from './storage.ts'

const day = 24 * 60 * 60 * 1000

/** Files under `<dataDir>/files/<vendor>/<aa>/<file>`. Sweeps away what uploads of more than a day ago left in `.incoming`. */
export async function openDisk(dataDir: string): Promise<Storage> {
  const root = resolve(dataDir, 'files')
  const incoming = join(root, '.incoming')
  await onDisk(mkdir(incoming, { recursive: true, mode: 0o700 }))
  await sweep(incoming)

  // The file's last two digits are random, its first ones are the time: they would put a year's files into one folder.
  const placeOf = (key: string) => {
    const { vendor, file } = partsOf(key)
    return join(root, vendor, file.slice(-2), file)
  }

  /** Writes a new file in `.incoming` and hands it on when its bytes are durable. Whatever happens, nothing stays there. */
  async function receive(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, then?: (path: string) => Promise<void>) {
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

  async function publish(path: string, place: string) {
    const folder = dirname(place)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, place)
    // The name is durable when its folder is; a folder is when the one above is.
    for (const each of [folder, dirname(folder), root]) await syncFolder(each)
  }

  /** For a file that is not there: an unmounted disk must not look like files that never were. */
  const storageIsThere = () => onDisk(access(incoming))

  return {
    async put(key, bytes, size, how) {
      const place = placeOf(key)
      await receive(assertLength(bytes, size, how), path => onDisk(publish(path, place)))
    },

    async get(key, range) {
      const file = await onDisk(unlessMissing(open(placeOf(key))))
      if (!file) return storageIsThere().then(() => null)
      const { size } = await onDisk(file.stat())
      if (!range) return { bytes: ignoreErrors(file.createReadStream()), size }
      if (range.start >= size) {
        await file.close()
        throw new RangeError(`byte ${range.start} of a file of ${size}`)
      }
      const end = Math.min(range.end, size - 1)
      return { bytes: ignoreErrors(file.createReadStream({ start: range.start, end })), size: end - range.start + 1 }
    },

    async remove(key) {
      await onDisk(rm(placeOf(key), { force: true }))
      await storageIsThere()
    },

    check: () => receive([Buffer.alloc(65_536)]),

    tidy: () => sweep(incoming),

    async *keys() {
      for await (const path of filesUnder(root)) {
        const key = `${basename(dirname(dirname(path)))}/${basename(path)}`
        if (!isKey(key) || path !== placeOf(key)) continue
        const found = await onDisk(unlessMissing(stat(path)))
        if (found) yield { key, size: found.size, date: found.mtime }
      }
    },
  }
}

async function sweep(incoming: string) {
  for await (const path of filesUnder(incoming)) {
    const found = await onDisk(unlessMissing(stat(path)))
    if (found && Date.now() - found.mtimeMs > day) await onDisk(rm(path, { force: true }))
  }
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await onDisk(readdir(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessMissing<Found>(work: Promise<Found>): Promise<Found | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Whatever the file system refuses, it is the storage that cannot: full (ENOSPC), read-only (EROFS), not ours (EACCES), broken (EIO). */
async function onDisk<Done>(work: Promise<Done>): Promise<Done> {
  try {
    return await work
  } catch (cause) {
    throw new StorageUnavailable(`the disk refuses: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
