import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serveParent } from './processes.ts'

export type CrowdRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
}
export type Crowd = { port: number; connections: number; requests: CrowdRequest[] } | 'stop'
export type Statuses = Record<string, number>

let stop = async (): Promise<Statuses> => ({})

// Each connection sends its next request when the last one is answered, whatever
// the status, until the parent sends `stop`. As in load.ts, requests are
// serialized beforehand, and of a response only the status and the end are parsed.
serveParent<Crowd, Statuses>(async message => {
  if (message === 'stop') return stop()
  const crowd = start(message)
  stop = crowd.stop
  await crowd.firstAnswer
  return {}
})

function start({ port, connections, requests }: Exclude<Crowd, 'stop'>) {
  const serialized = requests.map(serialize)
  const statuses: Statuses = {}
  const { promise: firstAnswer, resolve, reject } = Promise.withResolvers<void>()
  let next = 0
  let isStopped = false
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => socket.write(serialized[next++ % serialized.length] as Buffer)
    let head = ''
    let length = Number.NaN // of the whole response; infinite for chunks
    let received = 0
    socket.on('error', reject).on('connect', send)
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length
      if (Number.isNaN(length)) {
        head += bytes.toString('latin1')
        length = lengthOf(head)
        if (Number.isNaN(length)) return
        const status = head.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
        if (isStopped) socket.destroy()
      }
      if (received < length && !bytes.subarray(-lastChunk.length).equals(lastChunk)) return
      head = ''
      length = Number.NaN
      received = 0
      send()
    })
    return { socket, isAnswered: () => !Number.isNaN(length) }
  })
  return {
    firstAnswer,
    /** Waits for the answers of requests already sent, so that none of their work is left. */
    async stop() {
      isStopped = true
      const closed = sockets.map(
        ({ socket }) => new Promise<void>(resolve => socket.on('close', () => resolve())),
      )
      for (const { socket, isAnswered } of sockets) if (isAnswered()) socket.destroy()
      await Promise.race([Promise.all(closed), pause(10_000)])
      for (const { socket } of sockets) socket.destroy()
      return statuses
    },
  }
}

function serialize({ method, url, headers, body = '' }: CrowdRequest): Buffer {
  const all = {
    host: 'bench.tezgah.test',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${url} HTTP/1.1\r\n${head.join('')}\r\n`),
    Buffer.from(body),
  ])
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

function lengthOf(head: string): number {
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return Number.NaN
  const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
  return length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length)
}
