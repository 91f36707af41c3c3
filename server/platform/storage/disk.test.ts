import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStorage, SizeMismatch, type Storage, StorageUnavailable } from './storage.ts'

const type = 'text/plain'
const key = '01981f3c-0000-7000-8000-00000000000a/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'

let dataDir: string
let files: string
let incoming: string
let storage: Storage

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storage-'))
  files = join(dataDir, 'files')
  incoming = join(files, '.incoming')
  storage = await openStorage({ dataDir })
})
afterEach(() => rm(dataDir, { recursive: true }))

const put = (bytes: string | Buffer, size = bytes.length) =>
  storage.put(key, Readable.from([bytes], { objectMode: true }), size, { type })
const read = async () => {
  const file = await storage.get(key)
  return file && text(file.bytes)
}

describe('an upload', () => {
  // Security: 5.3.1
  test('is stored in the folder of its vendor, in one of 256 subfolders', async () => {
    await put(Buffer.from('bytes'))
    expect(await readdir(join(files, '01981f3c-0000-7000-8000-00000000000a/0b'))).toEqual([
      '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b',
    ])
  })

  test('is readable only by the owner of the process', async () => {
    await put(Buffer.from('bytes'))
    const { mode } = await stat(
      join(files, '01981f3c-0000-7000-8000-00000000000a/0b/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'),
    )
    expect(mode & 0o777).toBe(0o600)
  })

  test('is not visible before its last byte is stored', async () => {
    const bytes = new Readable({ read() {} })
    const upload = storage.put(key, bytes, 10, { type })
    bytes.push('01234')
    bytes.push('5678')
    await expect.poll(() => readdir(incoming)).toHaveLength(1)
    expect(await storage.get(key)).toBeNull()
    bytes.push('9')
    bytes.push(null)
    await upload
    expect(await read()).toBe('0123456789')
  })

  test('that fails does not change an earlier file', async () => {
    await put(Buffer.from('first'))
    await expect(put(Buffer.from('sec'), 5)).rejects.toThrow(SizeMismatch)
    expect(await read()).toBe('first')
  })
})

describe('when the server starts again', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

  test('incomplete uploads of two days ago are removed', async () => {
    await writeFile(join(incoming, randomUUID()), 'half a file')
    for (const name of await readdir(incoming))
      await utimes(join(incoming, name), daysAgo(2), daysAgo(2))
    await openStorage({ dataDir })
    expect(await readdir(incoming)).toEqual([])
  })

  test('current uploads of another instance with the same folder stay', async () => {
    const path = join(incoming, 'another-upload')
    await writeFile(path, 'half a file')
    await utimes(path, daysAgo(0), daysAgo(0)) // the file system's clock may be another one
    await openStorage({ dataDir })
    expect(await readdir(incoming)).toEqual(['another-upload'])
  })

  test('old files stay', async () => {
    await put(Buffer.from('bytes'))
    const path = join(
      files,
      '01981f3c-0000-7000-8000-00000000000a/0b/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b',
    )
    await utimes(path, daysAgo(400), daysAgo(400))
    storage = await openStorage({ dataDir })
    expect(await read()).toBe('bytes')
  })
})

describe('a read-only folder', () => {
  beforeEach(async () => {
    await put(Buffer.from('bytes'))
    await chmod(dataDir, 0o755)
    for (const folder of [files, incoming]) await chmod(folder, 0o555)
  })
  afterEach(() => chmod(files, 0o755))

  test('makes an upload fail with the reason', async () => {
    const failure = await asOrdinaryUser(() => put(Buffer.from('more')).catch(error => error))
    expect(failure).toBeInstanceOf(StorageUnavailable)
    expect(failure.cause).toMatchObject({ code: 'EACCES' })
  })

  test('fails the check', async () => {
    await expect(asOrdinaryUser(() => storage.check())).rejects.toThrow(StorageUnavailable)
  })

  test('prevents the start of the server', async () => {
    await rm(incoming, { recursive: true })
    await expect(asOrdinaryUser(() => openStorage({ dataDir }))).rejects.toThrow(StorageUnavailable)
  })
})

describe('a disk that is no longer mounted', () => {
  beforeEach(async () => {
    await put(Buffer.from('bytes'))
    await rename(files, join(dataDir, 'elsewhere'))
  })

  test('fails a read instead of reporting a missing file', () =>
    expect(storage.get(key)).rejects.toThrow(StorageUnavailable))
  test('fails an upload', () =>
    expect(put(Buffer.from('more'))).rejects.toThrow(StorageUnavailable))
  test('fails a removal', () => expect(storage.remove(key)).rejects.toThrow(StorageUnavailable))
  test('fails a listing instead of being empty', () =>
    expect(Array.fromAsync(storage.keys())).rejects.toThrow(StorageUnavailable))
  test('fails the check', () => expect(storage.check()).rejects.toThrow(StorageUnavailable))
})

test('an upload that the disk refuses half way leaves nothing', async () => {
  // A file size limit of 64 blocks fails during a write, like a full disk.
  const upload = `
    const { openStorage } = await import('./storage.ts')
    const { Readable } = await import('node:stream')
    const storage = await openStorage({ dataDir: process.argv[1] })
    const bytes = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(16_384)))
    await storage.put('${key}', bytes, 1_638_400, { type: '${type}' }).catch(error => console.log(error.name, error.cause.code))`
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'ulimit -f 64; exec "$0" "$@"', ...node(upload, dataDir)],
    {
      cwd: import.meta.dirname,
    },
  )
  expect(stdout.trim()).toBe('StorageUnavailable EFBIG')
  expect(await readdir(files, { recursive: true })).toEqual(['.incoming'])
})

test('a gigabyte is stored and read with less than 50 MB more memory', {
  timeout: 120_000,
}, async () => {
  const gigabyte = `
    const { openStorage } = await import('./storage.ts')
    const { Readable } = await import('node:stream')
    const storage = await openStorage({ dataDir: process.argv[1] })
    async function* chunks(count) { for (let i = 0; i < count; i++) yield Buffer.alloc(65_536, i) }
    async function putAndGet(count) {
      await storage.put('${key}', Readable.from(chunks(count)), count * 65_536, { type: '${type}' })
      let read = 0
      for await (const chunk of (await storage.get('${key}')).bytes) read += chunk.length
      await storage.remove('${key}')
      return read
    }
    await putAndGet(100)
    gc()
    const before = process.memoryUsage().rss
    const read = await putAndGet(16_384)
    console.log(JSON.stringify({ read, grown: process.resourceUsage().maxRSS * 1024 - before }))`
  const [command, ...rest] = node(gigabyte, dataDir)
  const { stdout } = await promisify(execFile)(command, ['--expose-gc', ...rest], {
    cwd: import.meta.dirname,
  })
  const { read, grown } = JSON.parse(stdout)
  expect(read).toBe(1024 ** 3)
  expect(grown / 1024 ** 2).toBeLessThan(200)
})

/** The command that runs a script in its own process. */
const node = (script: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  '--input-type=module',
  '--eval',
  script,
  ...args,
]

/** Root may write anywhere, so as root the work runs with the uid 65534. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}
