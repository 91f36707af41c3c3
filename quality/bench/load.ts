import { connect } from 'node:net'
import { type Process, serveParent } from './processes.ts'

export type LoadRequest = { method: string; path: string; token: string; body?: string }
/** Load on 127.0.0.1:`port` for `seconds` or `maxResponses`. Each connection cycles
 * through its own part of the requests, as two of one user would wait for each other. */
export type Load = { port: number; connections: number; requests: LoadRequest[] } & Amount
export type Amount = { seconds: number; maxResponses?: number }
/** Of a smoke run: counted, because on a loaded machine a
 * short time may pass without a response. */
export const smokeAmount: Amount = { seconds: 60, maxResponses: 20 }
/** `times` has the milliseconds of each response. */
export type LoadResult = { perSecond: number; times: Float64Array }
/** The process that sends the load. */
export type LoadGenerator = Process<Load, LoadResult>
export type RequestsByCall = Record<string, LoadRequest[]>

// On a small machine the generator competes with the server for the processor: requests
// are serialized beforehand, and of a response only status and length are parsed.
export async function load({
  port,
  connections,
  seconds,
  maxResponses = Number.POSITIVE_INFINITY,
  requests,
}: Load): Promise<LoadResult> {
  const serialized = requests.map(serialize)
  const times: number[] = []
  const start = performance.now()
  const until = start + seconds * 1000
  const partOf = (connection: number) => {
    const [start = 0, end = 0] = [connection, connection + 1].map(each =>
      Math.floor((each * serialized.length) / connections),
    )
    return serialized.slice(start, Math.max(end, start + 1))
  }
  const isOver = () => times.length >= maxResponses || performance.now() >= until
  await Promise.all(
    Array.from({ length: connections }, (_, i) => sendUntil(isOver, port, partOf(i), times)),
  )
  return {
    perSecond: (times.length / (performance.now() - start)) * 1000,
    times: Float64Array.from(times),
  }
}

function serialize({ method, path, token, body = '' }: LoadRequest): Buffer {
  const length = body
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: bench.tezgah.test\r\nAccept-Language: tr\r\nAuthorization: Bearer ${token}\r\n${length}\r\n${body}`,
  )
}

const sendUntil = (isOver: () => boolean, port: number, requests: Buffer[], times: number[]) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let next = 0
    let sentAt = 0
    let head = ''
    let missing = -1 // bytes of the body not received yet; -1 while the head is incomplete

    function send() {
      if (isOver()) {
        socket.end()
        return
      }
      head = ''
      missing = -1
      sentAt = performance.now()
      socket.write(requests[next++ % requests.length] as Buffer)
    }
    function receive(bytes: Buffer) {
      if (missing >= 0) missing -= bytes.length
      else {
        head += bytes.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 200 ')) {
          socket.destroy(new Error(`The server answers ${head.slice(0, 1_000)}`))
          return
        }
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4)
      }
      if (missing > 0) return
      times.push(performance.now() - sentAt)
      send()
    }
    socket.on('connect', send).on('data', receive).on('error', reject).on('close', resolve)
  })

serveParent(load)
