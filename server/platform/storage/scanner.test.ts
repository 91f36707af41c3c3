import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startClamd } from '#testing/servers/clamd.ts'
import { startRawServer } from '#testing/servers/mail-server.ts'
import { openScanner, parseScannerUrl, ScannerUnavailable, eicar as text } from './scanner.ts'

const eicar = Buffer.from(text)

const clamd = await startClamd()
afterAll(clamd.stop)
beforeEach(() => {
  delete clamd.behaviour.reply
  delete clamd.behaviour.limit
})
const scanner = openScanner(clamd.url)

/** A stream of `total` bytes that are generated as they are read; `made` counts them. */
function bytes(total: number) {
  const made = { bytes: 0 }
  function* pieces() {
    for (; made.bytes < total; made.bytes += 65_536)
      yield Buffer.alloc(Math.min(65_536, total - made.bytes), 'x')
  }
  return { stream: Readable.from(pieces()), made }
}

describe('a file', () => {
  test.each([1, 65_536, 3_000_001])('of %i harmless bytes is clean', async size => {
    expect(await scanner.scan(bytes(size).stream)).toEqual({ state: 'clean' })
  })

  test('with malware is infected, with the name of the malware', async () => {
    const file = Readable.from([
      Buffer.alloc(70_000),
      eicar.subarray(0, 20),
      eicar.subarray(20),
      Buffer.alloc(9),
    ])
    expect(await scanner.scan(file)).toEqual({ state: 'infected', name: 'Win.Test.EICAR_HDB-1' })
  })

  test('larger than the scanner’s limit is oversize, and the rest of it is not read', async () => {
    clamd.behaviour.limit = 1_000_000
    const { stream, made } = bytes(200_000_000)
    expect(await scanner.scan(stream)).toEqual({ state: 'oversize' })
    expect(made.bytes).toBeLessThan(50_000_000)
    expect(stream.destroyed).toBe(true)
  })

  test('that the scanner did not scan completely is oversize, neither clean nor infected', async () => {
    clamd.behaviour.reply = 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0'
    expect(await scanner.scan(bytes(9).stream)).toEqual({ state: 'oversize' })
  })

  test.each([
    'stream: Can’t allocate memory ERROR\0',
    'COMMAND READ TIMED OUT\0',
    'stream: OK and more\0',
    '\0',
  ])('is not scanned when the scanner replies %j', async reply => {
    clamd.behaviour.reply = reply
    await expect(scanner.scan(bytes(9).stream)).rejects.toThrow(ScannerUnavailable)
  })

  test('that cannot be read fails with its own error', async () => {
    const file = new Readable({ read() {} })
    file.push(Buffer.alloc(9))
    setTimeout(() => file.destroy(new Error('EIO')), 50)
    await expect(scanner.scan(file)).rejects.toThrow('EIO')
  })
})

const startServer = async (talk: Parameters<typeof startRawServer>[0]) =>
  (await startRawServer(talk)).replace(/^smtp/, 'tcp')
const shortTimeouts = { connection: 200, idle: 200, whole: 1_000 }

test('a scanner can be reached over a Unix socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const path = join(folder, 'clamd.ctl')
  const server = createServer(socket => socket.once('data', () => socket.end('ClamAV 1.4.6\0')))
  await once(server.listen(path), 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  expect(await openScanner(`unix:${path}`).version()).toBe('ClamAV 1.4.6')
})

describe('the scan fails with a scanner that', () => {
  test('does not listen', async () => {
    await expect(openScanner('tcp://127.0.0.1:9').scan(bytes(9).stream)).rejects.toThrow(
      'the scanner is unavailable: connect ECONNREFUSED',
    )
    await expect(openScanner('unix:/nowhere/clamd').version()).rejects.toThrow(
      'the scanner is unavailable: connect ENOENT',
    )
  })

  test('closes the connection', async () => {
    const url = await startServer(socket => socket.once('data', () => socket.destroy()))
    await expect(openScanner(url).scan(bytes(3_000_000).stream)).rejects.toThrow(ScannerUnavailable)
  })

  test('does not reply', async () => {
    const url = await startServer(socket => socket.resume())
    await expect(openScanner(url, shortTimeouts).scan(bytes(9).stream)).rejects.toThrow(
      'no reply in time',
    )
  })

  test('stops reading', async () => {
    const url = await startServer(() => {})
    await expect(openScanner(url, shortTimeouts).scan(bytes(50_000_000).stream)).rejects.toThrow(
      'no reply in time',
    )
  })

  test('never completes its reply', async () => {
    const url = await startServer(socket => {
      const interval = setInterval(() => socket.write('.'), 50)
      socket.resume().on('close', () => clearInterval(interval))
    })
    await expect(openScanner(url, shortTimeouts).scan(bytes(9).stream)).rejects.toThrow(
      ScannerUnavailable,
    )
  })

  // Security: T3
  test('reports a file as clean before it has received all of it', async () => {
    const url = await startServer(socket =>
      socket.once('data', () => socket.write('stream: OK\0')).resume(),
    )
    await expect(openScanner(url).scan(bytes(50_000_000).stream)).rejects.toThrow(
      'the scanner replied "stream: OK" before it received the whole file',
    )
  })

  // Security: T4
  test('sends an endless reply', async () => {
    let sent = 0
    const url = await startServer(socket => {
      const sendMore = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, '.'))) sent += 65_536
      }
      socket.resume().on('drain', sendMore)
      sendMore()
    })
    await expect(openScanner(url).scan(bytes(9).stream)).rejects.toThrow('its reply is too long')
    expect(sent).toBeLessThan(50_000_000)
  })
})

test('a scanner reports its version and counts its results', async () => {
  const own = openScanner(clamd.url)
  expect(await own.version()).toMatch(/^ClamAV 1\.4\.6\/27316\//)
  await own.scan(bytes(9).stream)
  await own.scan(Readable.from([eicar]))
  await clamd.stop()
  onTestFinished(async () => void (await clamd.restart()))
  await own.scan(bytes(9).stream).catch(() => {})
  expect(own.counts).toEqual({ clean: 1, oversize: 0, infected: 1, failed: 1 })
})

test.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamav', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:3311/', { host: '::1', port: 3311 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:clamd.ctl', undefined],
  ['http://127.0.0.1:3310', undefined],
  ['tcp://127.0.0.1:99999', undefined],
  ['tcp://', undefined],
])('the CLAMAV_URL %s is parsed as %j', (url, target) => {
  expect(parseScannerUrl(url)).toEqual(target)
})
