import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startBucket } from '#testing/servers/bucket.ts'
import { openBucket } from './s3.ts'
import { openStorage, SizeMismatch, type Storage, StorageUnavailable } from './storage.ts'

const vendor = '01981f3c-0000-7000-8000-00000000000a'
const key = `${vendor}/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b`
const shortTimeouts = { connect: 300, idle: 500, beforeProbe: 900, probe: 700 }

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllEnvs()
})

const put = (storage: Storage, bytes: Buffer) =>
  storage.put(key, Readable.from([bytes]), bytes.length, { type: 'text/plain' })
const calls: [string, (storage: Storage) => Promise<unknown>][] = [
  ['put', storage => put(storage, randomBytes(1_000_000))],
  ['get', storage => storage.get(key)],
  ['remove', storage => storage.remove(key)],
  ['check', storage => storage.check()],
  ['keys', storage => Array.fromAsync(storage.keys())],
]

describe('an unavailable bucket', () => {
  test.each(calls)('fails %s when no server listens at its address', async (_, call) => {
    const bucket = await startBucket()
    await bucket.stop()
    const storage = await openStorage({ storageUrl: bucket.url, dataDir: 'not used' })
    await expectUnavailable(call(storage))
  })

  test.each([
    ['accepts no connection', addressWithoutAnswer],
    ['accepts connections and never responds', () => serve(() => {})],
  ])(
    'fails every call when its address %s, long before a transfer counts as idle',
    async (_, address) => {
      const storage = await openBucket(await address(), { ...shortTimeouts, idle: 600_000 })
      await Promise.all(calls.map(([_, call]) => expectUnavailable(call(storage))))
    },
  )

  test.each(calls)(
    'fails %s when it accepts the connection and never responds',
    async (_, call) => {
      const storage = await openBucket(await serve(() => {}), shortTimeouts)
      await expectUnavailable(call(storage))
    },
  )

  test.each(calls)('fails %s when there is no bucket of that name', async (_, call) => {
    const bucket = await startBucket()
    stops.push(bucket.stop)
    const storage = await openStorage({
      storageUrl: bucket.url.replace('@files', '@others'),
      dataDir: 'not used',
    })
    await expectUnavailable(call(storage))
  })

  test.each(calls)('fails %s when the credentials are refused', async (_, call) => {
    const bucket = await startBucket()
    stops.push(bucket.stop)
    const storage = await openStorage({
      storageUrl: bucket.url.replace('S3RVER:S3RVER', 'KEY:SECRET'),
      dataDir: 'not used',
    })
    await expectUnavailable(call(storage))
  })

  test.each(calls)('fails %s when it responds with 503', async (_, call) => {
    const storage = await openBucket(
      await serve(
        (request, answer) => void request.resume().on('end', () => answer.writeHead(503).end()),
      ),
    )
    await expectUnavailable(call(storage))
  })
})

describe('a bucket that fails once', () => {
  test('is retried after a 503', async () => {
    let requests = 0
    const url = await serve((_, answer) =>
      requests++ ? answer.end('bytes') : answer.writeHead(503).end(),
    )
    const file = await (await openBucket(url)).get(key)
    expect(file && (await text(file.bytes))).toBe('bytes')
  })

  test('is retried after it closes a connection without a response', async () => {
    let requests = 0
    const url = await serve((request, answer) =>
      requests++ ? answer.end('bytes') : request.socket.destroy(),
    )
    const file = await (await openBucket(url)).get(key)
    expect(file && (await text(file.bytes))).toBe('bytes')
  })

  test('and stalls during a download fails the read', async () => {
    const url = await serve(
      (_, answer) => void answer.writeHead(200, { 'content-length': 10 }).write('half'),
    )
    const file = await (await openBucket(url, shortTimeouts)).get(key)
    if (!file) throw new Error('no file')
    await expectUnavailable(buffer(file.bytes))
  })

  test('and closes the connection during a download fails the read', async () => {
    const url = await serve((request, answer) => {
      answer.writeHead(200, { 'content-length': 10 }).write('half')
      setTimeout(() => request.socket.destroy(), 50)
    })
    const file = await (await openBucket(url)).get(key)
    if (!file) throw new Error('no file')
    await expectUnavailable(buffer(file.bytes))
  })
})

test('a download that breaks before it is read fails the later read and does not end the process', async () => {
  const url = await serve((request, answer) => {
    answer.writeHead(200, { 'content-length': 10 }).write('half')
    setTimeout(() => request.socket.destroy(), 20)
  })
  const file = await (await openBucket(url)).get(key)
  if (!file) throw new Error('no file')
  await expect.poll(() => file.bytes.destroyed).toBe(true)
  await expectUnavailable(buffer(file.bytes))
})

test('a destroyed download closes its connection to the bucket', async () => {
  let connections = 0
  const url = await serve((request, answer) => {
    connections++
    request.socket.on('close', () => connections--)
    answer.writeHead(200, { 'content-length': 10 }).write('half')
  })
  const file = await (await openBucket(url)).get(key)
  expect(connections).toBe(1)
  file?.bytes.destroy()
  await expect.poll(() => connections).toBe(0)
})

test('a slow upload completes while the bucket responds to other requests', async () => {
  const url = await serve(async (request, answer) => {
    if (request.method === 'PUT') await Promise.all([text(request), pause(2_500)])
    answer.end()
  })
  await expect(put(await openBucket(url), Buffer.alloc(100))).resolves.toBeUndefined()
})

test('a slow transfer has no time limit while bytes move', async () => {
  let pauses = 0
  const url = await serve(async (request, answer) => {
    for await (const _ of request) {
      await pause(20)
      pauses++
    }
    answer.end()
  })
  const idle = 4_000 // the last few megabytes, which sockets buffer, take less
  await put(await openBucket(url, { ...shortTimeouts, idle }), Buffer.alloc(20_000_000))
  expect(pauses * 20).toBeGreaterThan(idle)
})

describe('a working bucket', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>
  beforeEach(async () => {
    bucket = await startBucket()
    stops.push(bucket.stop)
  })

  test('does not time out while a client reads slowly', async () => {
    const bytes = randomBytes(20_000_000)
    await put(await openBucket(bucket.url), bytes)
    const file = await (await openBucket(bucket.url, shortTimeouts)).get(key)
    const chunks: Buffer[] = []
    for await (const chunk of file?.bytes ?? []) {
      if (chunks.length === 10) await pause(3 * shortTimeouts.idle)
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  })

  test('does not time out while a client sends slowly', async () => {
    const storage = await openBucket(bucket.url, shortTimeouts)
    async function* chunks() {
      yield Buffer.alloc(50_000)
      yield Buffer.alloc(50_000)
      await pause(3 * shortTimeouts.idle)
      yield Buffer.alloc(50_000)
    }
    await storage.put(key, Readable.from(chunks()), 150_000, { type: 'text/plain' })
    const file = await storage.get(key)
    expect(file && (await buffer(file.bytes))).toHaveLength(150_000)
  })

  test('serves a download while a hundred others are not read', async () => {
    const storage = await openStorage({ storageUrl: bucket.url, dataDir: 'not used' })
    await put(storage, randomBytes(2_000_000))
    const others = await Promise.all(Array.from({ length: 100 }, () => storage.get(key)))
    const next = await storage.get(key)
    expect(next && (await buffer(next.bytes))).toHaveLength(2_000_000)
    for (const other of others) other?.bytes.destroy()
  })
})

test('a listing of several pages is complete', async () => {
  const page = (
    file: string,
    next = '',
  ) => `<?xml version="1.0"?><ListBucketResult>${next}<Contents><Key>${vendor}/${file}</Key>
    <LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents></ListBucketResult>`
  const [first, second] = [
    '01981f3c-8f5e-7c3a-9b1d-000000000001',
    '01981f3c-8f5e-7c3a-9b1d-000000000002',
  ] as const
  const url = await serve((request, answer) => {
    const token = new URL(request.url ?? '', 'http://bucket').searchParams.get('continuation-token')
    answer.setHeader('content-type', 'application/xml')
    answer.end(
      token === 'more'
        ? page(second)
        : page(first, '<NextContinuationToken>more</NextContinuationToken>'),
    )
  })
  const found = await Array.fromAsync((await openBucket(url)).keys())
  const date = new Date('2026-01-02T03:04:05Z')
  expect(found).toEqual([first, second].map(file => ({ key: `${vendor}/${file}`, size: 7, date })))
})

test('an upload that fails does not remove an earlier complete object', async () => {
  const methods: (string | undefined)[] = []
  const url = await serve((request, answer) => {
    methods.push(request.method)
    request.resume().on('error', () => {})
    if (request.method === 'HEAD') answer.setHeader('content-length', 200_000).end()
  })
  async function* truncated() {
    yield Buffer.alloc(100_000)
    yield Buffer.alloc(50_000)
    await expect.poll(() => methods).toEqual(['PUT'])
  }
  const upload = (await openBucket(url)).put(key, Readable.from(truncated()), 200_000, {
    type: 'text/plain',
  })
  await expect(upload).rejects.toThrow(SizeMismatch)
  expect(methods).toEqual(['PUT', 'HEAD'])
})

describe('an upload to the bucket', () => {
  type SentRequest = {
    method: string | undefined
    url: string | undefined
    headers: Record<string, unknown>
  }
  async function request(storageUrl: (address: string) => string) {
    const sent: SentRequest[] = []
    const url = await serve(({ method, url, headers }, answer) => {
      sent.push({ method, url, headers })
      answer.end()
    })
    await put(
      await openStorage({ storageUrl: storageUrl(url), dataDir: 'not used' }),
      Buffer.from('bytes'),
    )
    return sent
  }

  test('is one request with length, type and the bucket in its path', async () => {
    expect(await request(url => url)).toMatchObject([
      {
        method: 'PUT',
        url: `/files/${key}?x-id=PutObject`,
        headers: { 'content-length': '5', 'content-type': 'text/plain' },
      },
    ])
  })

  test('is signed with the key in the URL', async () => {
    const [first] = await request(
      url => `${url.replace('KEY:SECRET', 'K%2FEY:SE%2FCRET%2B')}&region=eu-central-1`,
    )
    expect(first?.headers.authorization).toMatch(/Credential=K\/EY\/\d+\/eu-central-1\/s3\//)
  })

  test('is signed with the key in the environment when the URL has none', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'FROM-THE-ENVIRONMENT')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    const [first] = await request(url => url.replace('KEY:SECRET@', ''))
    expect(first?.headers.authorization).toMatch(/Credential=FROM-THE-ENVIRONMENT\//)
  })
})

/** Starts an HTTP server on loopback; returns its STORAGE_URL. */
async function serve(answer: (...call: Parameters<RequestListener>) => unknown) {
  // A handler that still reads when the test closes its connection fails.
  const server = createServer(async (request, response) =>
    Promise.resolve(answer(request, response)).catch(() => {}),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return storageUrl(server.address())
}

/** An address where connections are never accepted: the backlog is full. */
async function addressWithoutAnswer() {
  const script = `
    const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
      parentPort.postMessage(server.address())
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const owner = new Worker(script, { eval: true })
  const [address] = await once(owner, 'message')
  const queue: Socket[] = []
  stops.push(async () => {
    for (const socket of queue) socket.destroy()
    await owner.terminate()
  })
  for (let waiting = false; !waiting; ) {
    const socket = connect(address.port, '127.0.0.1').on('error', () => {})
    queue.push(socket)
    waiting = await Promise.race([once(socket, 'connect').then(() => false), pause(200, true)])
  }
  return storageUrl(address)
}

const storageUrl = (address: AddressInfo | string | null) => {
  if (!address || typeof address === 'string') throw new Error('no port')
  return `s3://KEY:SECRET@files?endpoint=http://127.0.0.1:${address.port}`
}

const expectUnavailable = (work: Promise<unknown>) =>
  expect(work).rejects.toThrow(StorageUnavailable)
