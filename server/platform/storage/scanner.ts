import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextImmediate } from 'node:timers/promises'

export type Verdict = { state: 'clean' | 'oversize' } | { state: 'infected'; name: string }

/** A ClamAV daemon. Every call may throw ScannerUnavailable. */
export type Scanner = {
  /** Scans the bytes and destroys the stream. @throws the stream's own error */
  scan(bytes: Readable): Promise<Verdict>
  /** Such as `ClamAV 1.4.6`, with official signatures `ClamAV 1.4.6/<number>/<date>`. */
  version(): Promise<string>
  counts: Record<Verdict['state'] | 'failed', number>
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

// ms; clamd spends up to two minutes on a file
const defaultTimeouts = { connection: 5_000, idle: 150_000, whole: 800_000 }

const maxReplyLength = 10_000

/** The EICAR test file, in halves, so that scanners do not report this source file. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

/** Parses `tcp://host[:3310]` or `unix:/path`; undefined for other texts. */
export function parseScannerUrl(url: string): NetConnectOpts | undefined {
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(url) ?? []
  if (path) return { path }
  const [, host, port = '3310'] =
    /^tcp:\/\/(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(url) ?? []
  return host && Number(port) < 65_536
    ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
    : undefined
}

/** Each call opens its own connection. @throws when the URL is not valid */
export function openScanner(url: string, timeouts = defaultTimeouts): Scanner {
  const target = parseScannerUrl(url)
  if (!target) throw new Error(`not the address of a scanner: ${url}`)
  const counts = { clean: 0, oversize: 0, infected: 0, failed: 0 }
  return {
    counts,
    async scan(bytes) {
      try {
        const { reply, sentAll } = await send(target, timeouts, 'zINSTREAM\0', bytes)
        const verdict = parseVerdict(reply)
        if (verdict.state === 'clean' && !sentAll)
          throw new ScannerUnavailable(
            `the scanner replied ${JSON.stringify(reply)} before it received the whole file`,
          )
        counts[verdict.state]++
        return verdict
      } catch (error) {
        counts.failed++
        throw error
      }
    },
    version: async () => (await send(target, timeouts, 'zVERSION\0', Readable.from([]))).reply,
  }
}

function parseVerdict(reply: string): Verdict {
  if (reply === 'stream: OK') return { state: 'clean' }
  if (reply.startsWith('INSTREAM size limit exceeded')) return { state: 'oversize' }
  const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  // with AlertExceedsMax, for content that was not scanned
  if (name?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'oversize' }
  if (name) return { state: 'infected', name }
  throw new ScannerUnavailable(`the scanner replied ${JSON.stringify(reply)}`)
}

/** Sends a command of clamd(8) with its bytes. A reply may come
 * early: the rest is then not sent, and `sentAll` is false. */
async function send(
  target: NetConnectOpts,
  timeouts: typeof defaultTimeouts,
  command: string,
  bytes: Readable,
) {
  const socket = connect({
    ...target,
    signal: AbortSignal.timeout(timeouts.whole),
  } as NetConnectOpts)
  let hasReply = false
  const reply = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').setTimeout(timeouts.connection)
    socket.on('connect', () => socket.setTimeout(timeouts.idle))
    socket.on('timeout', () => socket.destroy(new Error('no reply in time')))
    socket.on('data', chunk => {
      text += chunk
      hasReply ||= text.includes('\0')
      if (hasReply) resolve(text.slice(0, text.indexOf('\0')))
      if (text.length > maxReplyLength) socket.destroy(new Error('its reply is too long'))
    })
    socket.on('error', cause =>
      reject(new ScannerUnavailable(`the scanner is unavailable: ${cause.message}`, { cause })),
    )
    socket.on('close', () =>
      reject(new ScannerUnavailable('the scanner closed the connection without a reply')),
    )
  })
  reply.catch(() => {}) // awaited below
  try {
    const sentAll = await sendBytes(socket, command, bytes, () => hasReply)
    return { reply: await reply, sentAll }
  } finally {
    socket.destroy()
    bytes.destroy()
  }
}

/** Whether all bytes were sent. A broken connection is no
 * error here, as a reply may have arrived before. */
async function sendBytes(
  socket: Socket,
  command: string,
  bytes: Readable,
  hasReply: () => boolean,
): Promise<boolean> {
  if (!(await write(socket, Buffer.from(command)))) return false
  if (command !== 'zINSTREAM\0') return true
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (!(await write(socket, lengthOf(chunk), chunk))) return false
    await nextImmediate() // reads a reply that has arrived
    if (hasReply()) return false
  }
  return write(socket, Buffer.alloc(4))
}

const lengthOf = ({ length }: Buffer) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

const write = (socket: Socket, ...parts: Buffer[]) =>
  new Promise<boolean>(resolve => {
    const fail = () => resolve(false)
    if (socket.destroyed) return fail()
    socket.once('close', fail) // `write` does not always report unsent bytes
    socket.write(Buffer.concat(parts), error => {
      socket.off('close', fail)
      resolve(!error)
    })
  })
