import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'

/** What the scanner says of a file: `oversize` is more than it looks at. */
export type Verdict = { state: 'clean' | 'oversize' } | { state: 'infected'; name: string }

/** ClamAV's daemon, which looks for malware in what is streamed to it. Every call throws ScannerUnavailable when it cannot do it now. */
export type Scanner = {
  /** Streams the bytes through it, and destroys what is left of them. Whatever `bytes` throws is thrown. */
  scan(bytes: Readable): Promise<Verdict>
  /** What it says it is: `ClamAV 1.4.6`, behind a slash the number of its signatures and behind another their date, where it has the official ones. */
  version(): Promise<string>
  /** How many files this process has had scanned, by what came of it. */
  counts: Record<Verdict['state'] | 'failed', number>
}

/** The scanner is away, too slow, or gives an answer that is none; the message says which. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

/** In ms: for a connection, while nothing moves (clamd itself looks at a file for two minutes at most), and for all of it. */
const timeouts = { connection: 5_000, idle: 150_000, whole: 800_000 }

/** The longest answer that is read, in characters. */
const maxReplyBytes = 10_000

/** The text that every scanner takes for malware, though it does nothing; in halves, so that none takes this file for it. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

/** Where a CLAMAV_URL leads: `tcp://host:port` (3310 where none is said) or `unix:/path`; undefined where it is neither. */
export function parseScannerUrl(url: string): NetConnectOpts | undefined {
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(url) ?? []
  if (path) return { path }
  const [, host, port = '3310'] = /^tcp:\/\/(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(url) ?? []
  return host && Number(port) < 65_536 ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) } : undefined
}

/** Opens nothing yet: each call has a connection of its own. `times` are for tests. */
export function openScanner(url: string, times = timeouts): Scanner {
  const place = parseScannerUrl(url)
  if (!place) throw new Error(`not the address of a scanner: ${url}`)
  const counts = { clean: 0, oversize: 0, infected: 0, failed: 0 }
  return {
    counts,
    async scan(bytes) {
      try {
        const { answer, whole } = await ask(place, times, 'zINSTREAM\0', bytes)
        const verdict = verdictIn(answer)
        if (verdict.state === 'clean' && !whole)
          throw new ScannerUnavailable(`the scanner says ${JSON.stringify(answer)} before it has the whole file`)
        counts[verdict.state]++
        return verdict
      } catch (error) {
        counts.failed++
        throw error
      }
    },
    version: async () => (await ask(place, times, 'zVERSION\0', Readable.from([]))).answer,
  }
}

function verdictIn(answer: string): Verdict {
  if (answer === 'stream: OK') return { state: 'clean' }
  if (answer.startsWith('INSTREAM size limit exceeded')) return { state: 'oversize' }
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (name?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'oversize' } // told with AlertExceedsMax, of what it did not look at
  if (name) return { state: 'infected', name }
  throw new ScannerUnavailable(`the scanner says ${JSON.stringify(answer)}`)
}

/** Sends a command and what goes with it, as clamd(8) says, and gives the answer. It may come early: then the rest is not sent, and `whole` is false. */
async function ask(place: NetConnectOpts, times: typeof timeouts, command: string, bytes: Readable) {
  const socket = connect({ ...place, signal: AbortSignal.timeout(times.whole) } as NetConnectOpts)
  let heard = false
  const said = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').setTimeout(times.connection)
    socket.on('connect', () => socket.setTimeout(times.idle))
    socket.on('timeout', () => socket.destroy(new Error('it does not answer')))
    socket.on('data', chunk => {
      text += chunk
      heard ||= text.includes('\0')
      if (heard) resolve(text.slice(0, text.indexOf('\0')))
      if (text.length > maxReplyBytes) socket.destroy(new Error('its answer is too long'))
    })
    socket.on('error', cause => reject(new ScannerUnavailable(`the scanner is away: ${cause.message}`, { cause })))
    socket.on('close', () => reject(new ScannerUnavailable('the scanner hung up without an answer')))
  })
  said.catch(() => {}) // the caller that awaits it is told
  try {
    const whole = await send(socket, command, bytes, () => heard)
    return { answer: await said, whole }
  } finally {
    socket.destroy()
    bytes.destroy()
  }
}

/**
 * Returns whether all of it was sent. A broken connection is no failure of sending: there may be an answer in it, and if there is none, whoever waits
 * for that is told.
 */
async function send(socket: Socket, command: string, bytes: Readable, heard: () => boolean): Promise<boolean> {
  if (!(await written(socket, Buffer.from(command)))) return false
  if (command !== 'zINSTREAM\0') return true
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (!(await written(socket, lengthOf(chunk), chunk))) return false
    await othersFirst() // an answer that has come is read before more is written to somebody who may have gone
    if (heard()) return false
  }
  return written(socket, Buffer.alloc(4))
}

const lengthOf = ({ length }: Buffer) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

const written = (socket: Socket, ...parts: Buffer[]) =>
  new Promise<boolean>(resolve => {
    const gone = () => resolve(false)
    if (socket.destroyed) return gone()
    socket.once('close', gone) // what was never sent is not always told of
    socket.write(Buffer.concat(parts), error => {
      socket.off('close', gone)
      resolve(!error)
    })
  })
