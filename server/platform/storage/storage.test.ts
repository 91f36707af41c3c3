import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBucket } from '#testing/servers/bucket.ts'
import { openStorage, SizeMismatch, type Storage } from './storage.ts'

const type = 'application/octet-stream'
const id = '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'
const manuals = join(import.meta.dirname, '../../demo/content/files')

async function onDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'storage-'))
  return {
    storage: await openStorage({ dataDir }),
    folder: join(dataDir, 'files'),
    stop: () => rm(dataDir, { recursive: true }),
  }
}

async function inBucket() {
  const bucket = await startBucket()
  return { ...bucket, storage: await openStorage({ storageUrl: bucket.url, dataDir: 'not used' }) }
}

describe.each([
  { location: 'on disk', open: onDisk },
  { location: 'in a bucket', open: inBucket },
])('files stored $location', ({ open }) => {
  let storage: Storage
  let folder: string
  let stop: () => Promise<void>
  let key: string

  beforeAll(async () => {
    ;({ storage, folder, stop } = await open())
  })
  afterAll(() => stop())
  beforeEach(async () => {
    for await (const old of storage.keys()) await storage.remove(old.key)
    key = newKey()
  })

  const read = async (range?: { start: number; end: number }) => {
    const file = await storage.get(key, range)
    return file && { bytes: await buffer(file.bytes), size: file.size }
  }
  /** All files in the folder, also incomplete uploads. */
  const storedFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry =>
      entry.isFile(),
    )

  test.each([0, 1, 65_536, 3_000_001])('a file of %i bytes is returned unchanged', async size => {
    const bytes = randomBytes(size)
    await storage.put(key, inChunks(bytes), size, { type })
    const stored = await read()
    expect(stored?.size).toBe(size)
    expect(stored?.bytes.equals(bytes)).toBe(true)
  })

  test('manuals and photographs are returned unchanged', async () => {
    for (const name of await readdir(manuals)) {
      const bytes = await readFile(join(manuals, name))
      key = newKey()
      await storage.put(key, inChunks(bytes), bytes.length, { type })
      expect((await read())?.bytes.equals(bytes), name).toBe(true)
    }
  })

  test('fewer bytes than announced are refused and not stored', async () => {
    const upload = storage.put(key, slowChunks(randomBytes(200_000)), 200_001, { type })
    await expect(upload).rejects.toThrow(SizeMismatch)
    expect(await storedFiles()).toEqual([])
  })

  test('more bytes than announced are refused and not stored', async () => {
    const upload = storage.put(key, slowChunks(randomBytes(200_000)), 199_999, { type })
    await expect(upload).rejects.toThrow(SizeMismatch)
    expect(await storedFiles()).toEqual([])
  })

  test('a chunk after the announced bytes is refused and nothing is stored', async () => {
    const upload = storage.put(key, slowChunks(randomBytes(65_536), randomBytes(1)), 65_536, {
      type,
    })
    await expect(upload).rejects.toThrow(SizeMismatch)
    expect(await storedFiles()).toEqual([])
  })

  test('a byte where none was announced is refused and not stored', async () => {
    await expect(storage.put(key, Readable.from([Buffer.from('!')]), 0, { type })).rejects.toThrow(
      SizeMismatch,
    )
    expect(await storedFiles()).toEqual([])
  })

  test('a refused stream stays open for the response', async () => {
    const bytes = slowChunks(randomBytes(200_000))
    await expect(storage.put(key, bytes, 100, { type })).rejects.toThrow(SizeMismatch)
    expect(bytes.destroyed).toBe(false)
    bytes.destroy()
  })

  test('an aborted upload ends at once and is not stored', async () => {
    const bytes = stalledStream(randomBytes(200_000))
    const client = new AbortController()
    const upload = storage.put(key, bytes, 400_000, { type, signal: client.signal })
    setTimeout(() => client.abort(new Error('gone')), 100)
    await expect(upload).rejects.toThrow('gone')
    expect(await storedFiles()).toEqual([])
  })

  test('an upload that is already aborted is not read', async () => {
    const upload = storage.put(key, inChunks(randomBytes(10)), 10, {
      type,
      signal: AbortSignal.abort(new Error('gone')),
    })
    await expect(upload).rejects.toThrow('gone')
    expect(await storedFiles()).toEqual([])
  })

  test('an upload whose stream fails rejects with the stream’s error and is not stored', async () => {
    const bytes = stalledStream(randomBytes(200_000))
    setTimeout(() => bytes.destroy(new Error('ECONNRESET')), 100)
    await expect(storage.put(key, bytes, 400_000, { type })).rejects.toThrow('ECONNRESET')
    expect(await storedFiles()).toEqual([])
  })

  test('a range of a file can be read', async () => {
    await storage.put(key, inChunks(Buffer.from('0123456789')), 10, { type })
    expect(await read({ start: 2, end: 5 })).toEqual({ bytes: Buffer.from('2345'), size: 4 })
  })

  test('a range ends at the end of the file', async () => {
    await storage.put(key, inChunks(Buffer.from('0123456789')), 10, { type })
    expect(await read({ start: 8, end: 999 })).toEqual({ bytes: Buffer.from('89'), size: 2 })
  })

  test('a range that starts after the end is an error', async () => {
    await storage.put(key, inChunks(Buffer.from('0123456789')), 10, { type })
    await expect(storage.get(key, { start: 10, end: 20 })).rejects.toThrow(RangeError)
  })

  test('a missing file is null', async () => {
    expect(await storage.get(key)).toBeNull()
  })

  test('a removed file is missing, and removing it again is no error', async () => {
    await storage.put(key, inChunks(Buffer.from('bytes')), 5, { type })
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.get(key)).toBeNull()
    expect(await storedFiles()).toEqual([])
  })

  test('all files are listed with size and date', async () => {
    // a bucket's dates have no fractions of seconds, a disk's clock is coarse
    const before = Math.floor((await diskClock()) / 1_000) * 1_000 - 1_000
    const expected = new Map<string, number>()
    for (let size = 0; size < 5; size++) {
      key = newKey()
      expected.set(key, size)
      await storage.put(key, inChunks(randomBytes(size)), size, { type })
    }
    const found = await Array.fromAsync(storage.keys())
    expect(new Map(found.map(file => [file.key, file.size]))).toEqual(expected)
    for (const { date } of found) {
      expect(date.getTime()).toBeGreaterThanOrEqual(before)
      expect(date.getTime()).toBeLessThanOrEqual(await diskClock())
    }
  })

  test('files with other names are not listed', async () => {
    await storage.put(key, inChunks(Buffer.from('bytes')), 5, { type })
    const [stored] = await storedFiles()
    const other = join(folder, stored?.name.replace(/^[0-9a-f-]+/, 'other') ?? 'other')
    await writeFile(other, 'bytes')
    const listed = await Array.fromAsync(storage.keys())
    await rm(other)
    expect(listed.map(file => file.key)).toEqual([key])
  })

  test('a destroyed download does not affect the next one', async () => {
    const bytes = randomBytes(3_000_000)
    await storage.put(key, inChunks(bytes), bytes.length, { type })
    const first = await storage.get(key)
    first?.bytes.once('data', () => first.bytes.destroy())
    expect((await read())?.bytes.equals(bytes)).toBe(true)
  })

  // Security: 5.3.2
  test.each([
    '../../etc/passwd',
    `${id}/../${id}`,
    `${id}/${id}.html`,
    `${id}/${id.toUpperCase()}`,
    id,
    '',
  ])('a key like "%s" is refused', async key => {
    await expect(storage.put(key, inChunks(Buffer.from('!')), 1, { type })).rejects.toThrow(
      TypeError,
    )
    await expect(storage.get(key)).rejects.toThrow(TypeError)
    await expect(storage.remove(key)).rejects.toThrow(TypeError)
  })

  test('a check of working storage passes and leaves no file', async () => {
    await storage.check()
    expect(await storedFiles()).toEqual([])
  })
})

test.each([
  { settings: {}, loaded: false },
  { settings: { storageUrl: 's3://files?region=eu-central-1' }, loaded: true },
])(
  'the S3 client is loaded only when a bucket is configured: $loaded',
  async ({ settings, loaded }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'storage-'))
    const script = `
    const { openStorage } = await import('./storage.ts')
    await openStorage(JSON.parse(process.argv[1]))
    const { createRequire } = await import('node:module')
    console.log(Object.keys(createRequire(import.meta.url).cache).some(path => path.includes('client-s3')))`
    const args = ['--input-type=module', '--eval', script, JSON.stringify({ ...settings, dataDir })]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: import.meta.dirname,
    })
    await rm(dataDir, { recursive: true })
    expect(stdout.trim()).toBe(String(loaded))
  },
)

/** The clock of the file system, in ms: also in a test at another time it is the machine's. */
async function diskClock() {
  const path = join(tmpdir(), `tezgah-clock-${randomUUID()}`)
  await writeFile(path, '')
  const { mtimeMs } = await stat(path)
  await rm(path)
  return mtimeMs
}

const newKey = () => `${randomUUID()}/${randomUUID()}`

const inChunks = (bytes: Buffer) => Readable.from(chunksOf(bytes))

function* chunksOf(bytes: Buffer, size = 16_384) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** Pauses before each chunk, so that earlier ones have arrived when the last one is missing. */
function slowChunks(...parts: Buffer[]) {
  async function* chunks() {
    for (const part of parts) {
      for (const chunk of chunksOf(part)) {
        await pause(5)
        yield chunk
      }
    }
  }
  return Readable.from(chunks())
}

/** A stream that stalls after these bytes. */
function stalledStream(bytes: Buffer) {
  const stream = new Readable({ read() {} })
  stream.push(bytes.subarray(0, bytes.length / 2))
  stream.push(bytes.subarray(bytes.length / 2))
  return stream
}
