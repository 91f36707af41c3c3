import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startClamd } from '#testing/clamd.ts'
import { oddServer } from '#testing/mail-server.ts'
import { openScanner, parseScannerUrl, ScannerUnavailable, eicar as text } from './scanner.ts'

const eicar = Buffer.from(text)

const clamd = await startClamd()
afterAll(clamd.stop)
beforeEach(() => {
  delete clamd.behaviour.says
  delete clamd.behaviour.limit
})
const scanner = openScanner(clamd.url)

/** So many bytes in pieces, made while they are read; `made` says how many were. */
function bytes(total: number) {
  const made = { bytes: 0 }
  function* pieces() {
    for (; made.bytes < total; made.bytes += 65_536) yield Buffer.alloc(Math.min(65_536, total - made.bytes), 'x')
  }
  return { stream: Readable.from(pieces()), made }
}

describe('a file', () => {
  test.each([1, 65_536, 3_000_001])('of %i harmless bytes is clean', async size => {
    expect(await scanner.scan(bytes(size).stream)).toEqual({ state: 'clean' })
  })

  test('with malware in it is infected, and with what', async () => {
    const file = Readable.from([Buffer.alloc(70_000), eicar.subarray(0, 20), eicar.subarray(20), Buffer.alloc(9)])
    expect(await scanner.scan(file)).toEqual({ state: 'infected', name: 'Win.Test.EICAR_HDB-1' })
  })

  test('that is more than the scanner takes is said to be that, and the rest of it is not read', async () => {
    clamd.behaviour.limit = 1_000_000
    const { stream, made } = bytes(200_000_000)
    expect(await scanner.scan(stream)).toEqual({ state: 'oversize' })
    expect(made.bytes).toBeLessThan(50_000_000)
    expect(stream.destroyed).toBe(true)
  })

  test('that the scanner did not look at whole is no clean one, and no infected one', async () => {
    clamd.behaviour.says = 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0'
    expect(await scanner.scan(bytes(9).stream)).toEqual({ state: 'oversize' })
  })

  test.each(['stream: Can’t allocate memory ERROR\0', 'COMMAND READ TIMED OUT\0', 'stream: OK and more\0', '\0'])(
    'of which the scanner says %j has not been looked at',
    async says => {
      clamd.behaviour.says = says
      await expect(scanner.scan(bytes(9).stream)).rejects.toThrow(ScannerUnavailable)
    },
  )

  test('that cannot be read is not the scanner’s fault', async () => {
    const file = new Readable({ read() {} })
    file.push(Buffer.alloc(9))
    setTimeout(() => file.destroy(new Error('EIO')), 50)
    await expect(scanner.scan(file)).rejects.toThrow('EIO')
  })
})

const odd = async (talk: Parameters<typeof oddServer>[0]) => (await oddServer(talk)).replace(/^smtp/, 'tcp')
const impatient = { connection: 200, idle: 200, whole: 1_000 }

test('a scanner is reached by its socket, too', async () => {
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

describe('a scanner that is not as it should be is told of:', () => {
  test('one that is not there', async () => {
    await expect(openScanner('tcp://127.0.0.1:9').scan(bytes(9).stream)).rejects.toThrow('the scanner is away: connect ECONNREFUSED')
    await expect(openScanner('unix:/nowhere/clamd').version()).rejects.toThrow('the scanner is away: connect ENOENT')
  })

  test('one that hangs up', async () => {
    const url = await odd(socket => socket.once('data', () => socket.destroy()))
    await expect(openScanner(url).scan(bytes(3_000_000).stream)).rejects.toThrow(ScannerUnavailable)
  })

  test('one that says nothing', async () => {
    const url = await odd(socket => socket.resume())
    await expect(openScanner(url, impatient).scan(bytes(9).stream)).rejects.toThrow('it does not answer')
  })

  test('one that takes no more', async () => {
    const url = await odd(() => {})
    await expect(openScanner(url, impatient).scan(bytes(50_000_000).stream)).rejects.toThrow('it does not answer')
  })

  test('one that dawdles for ever', async () => {
    const url = await odd(socket => {
      const dawdling = setInterval(() => socket.write('.'), 50)
      socket.resume().on('close', () => clearInterval(dawdling))
    })
    await expect(openScanner(url, impatient).scan(bytes(9).stream)).rejects.toThrow(ScannerUnavailable)
  })

  test('one that calls a file clean before it has received all of it', async () => {
    const url = await odd(socket => socket.once('data', () => socket.write('stream: OK\0')).resume())
    await expect(openScanner(url).scan(bytes(50_000_000).stream)).rejects.toThrow(
      'the scanner says "stream: OK" before it has the whole file',
    )
  })

  test('one that answers without end', async () => {
    let sent = 0
    const url = await odd(socket => {
      const talk = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, '.'))) sent += 65_536
      }
      socket.resume().on('drain', talk)
      talk()
    })
    await expect(openScanner(url).scan(bytes(9).stream)).rejects.toThrow('its answer is too long')
    expect(sent).toBeLessThan(50_000_000)
  })
})

test('it says what it is, and counts what it has found', async () => {
  const own = openScanner(clamd.url)
  expect(await own.version()).toMatch(/^ClamAV 1\.4\.6\/27316\//)
  await own.scan(bytes(9).stream)
  await own.scan(Readable.from([eicar]))
  await clamd.stop()
  onTestFinished(async () => void (await clamd.comeBack()))
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
])('%s leads to %j', (url, place) => {
  expect(parseScannerUrl(url)).toEqual(place)
})
