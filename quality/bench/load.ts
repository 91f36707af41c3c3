import { connect } from 'node:net'
import { answerParent } from './processes.ts'

export type Ask = { method: string; path: string; token: string; body?: string }
/**
 * Load on 127.0.0.1:`port`, for so many `seconds` or until the `most` answers have come. Each connection takes the asks in turn,
 * beginning at another one, and waits for each answer.
 */
export type Load = { port: number; connections: number; seconds: number; most?: number; asks: Ask[] }
/** Times are milliseconds, one an answer. */
export type Answered = { perSecond: number; times: Float64Array }

/**
 * Asks over kept-alive connections with as little work as can be, so that on a small machine the load takes little from the servers:
 * requests are written beforehand, and of an answer only its status and length are read.
 */
export async function load({ port, connections, seconds, most = Number.POSITIVE_INFINITY, asks }: Load): Promise<Answered> {
  const requests = asks.map(requestOf)
  const times: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  const isOver = () => times.length >= most || performance.now() >= until
  await Promise.all(
    Array.from({ length: connections }, (_, i) => askUntil(isOver, port, requests, Math.floor((i * requests.length) / connections), times)),
  )
  return { perSecond: (times.length / (performance.now() - begun)) * 1000, times: Float64Array.from(times) }
}

function requestOf({ method, path, token, body = '' }: Ask): Buffer {
  const length = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: bench.tezgah.test\r\nAccept-Language: tr\r\nAuthorization: Bearer ${token}\r\n${length}\r\n${body}`,
  )
}

const askUntil = (isOver: () => boolean, port: number, requests: Buffer[], first: number, times: number[]) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let next = first
    let asked = 0
    let head = ''
    let missing = -1 // bytes of the answer's body that are still to come; -1 while its head is not complete

    function ask() {
      if (isOver()) {
        socket.end()
        return
      }
      head = ''
      missing = -1
      asked = performance.now()
      socket.write(requests[next++ % requests.length] as Buffer)
    }
    function take(bytes: Buffer) {
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
      times.push(performance.now() - asked)
      ask()
    }
    socket.on('connect', ask).on('data', take).on('error', reject).on('close', resolve)
  })

answerParent(load)
