import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { logEachSecond } from './throttled-log.ts'
import { hasBody, type TimeLimits } from './time-limits.ts'

/** `answers` are those of the requests in progress, in their order. */
type Connection = {
  answers: ServerResponse[]
  idleSince: number
  drained: number
  drainedAt: number
}

/** Browsers and proxies send the next request after the answer. */
const maxPipelined = 10

const maxOfAnyMachine = 50_000

/** In ms without a request. */
const unused = 2_000

/** A third of the file descriptors that the process may have: a connection may
 * hold a file besides its socket, and the rest is for the database and mail. */
function maxConnections(): number {
  // a report would look up the names of its peers
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  } // none on Windows
  const descriptors = userLimits?.open_files.soft
  return typeof descriptors === 'number'
    ? Math.min(maxOfAnyMachine, Math.floor(descriptors / 3))
    : maxOfAnyMachine
}

/** A connection beyond `max` takes the place of the longest awaited one, or is refused.
 * Those without a request, or whose client takes nothing, are closed after a time. */
export function limitConnections(
  http: FastifyInstance,
  { idle, send }: Pick<TimeLimits, 'idle' | 'send'>,
  max: number = maxConnections(),
) {
  const connections = new Map<Socket, Connection>()
  // the first request or the rest of one; the next one; the longest awaited first
  const awaited = { first: new Set<Socket>(), next: new Set<Socket>() }
  function findPlace(now: number) {
    const [[first], [next]] = [awaited.first, awaited.next]
    const isUnused = next && now - (connections.get(next)?.idleSince ?? 0) > unused
    return first ?? (isUnused ? next : undefined)
  }
  const forget = (socket: Socket) => {
    awaited.first.delete(socket)
    awaited.next.delete(socket)
    connections.delete(socket)
  }
  http.server.on('connection', socket => {
    const now = performance.now()
    if (connections.size >= max) {
      const ended = findPlace(now) ?? socket
      const what = ended === socket ? 'refused' : 'closed'
      logEachSecond('drop', unlogged =>
        http.log.error({ max, unlogged }, `connection ${what}: too many are open`),
      )
      ended.destroy()
      if (ended === socket) return
      forget(ended)
    }
    connections.set(socket, { answers: [], idleSince: now, drained: 0, drainedAt: now })
    awaited.first.add(socket)
    socket.once('close', () => forget(socket))
  })
  answerInTurn(http, connections, awaited)
  // a timeout of the socket would count what the client sends
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      noteProgress(socket, connection, now)
      const isIdle = connection.answers.length === 0 && now - connection.idleSince > idle
      if (isIdle || now - connection.drainedAt > send) socket.destroy()
    }
  }, Math.min(idle, send) / 10).unref()
  http.addHook('onClose', async () => clearInterval(timer))
}

/** Pipelined requests would each have an answer in memory, or an open file. */
function answerInTurn(
  http: FastifyInstance,
  connections: Map<Socket, Connection>,
  awaited: { first: Set<Socket>; next: Set<Socket> },
) {
  http.server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    const { answers } = connection
    answers.push(response)
    awaited.next.delete(socket)
    if (!hasBody(request) || request.method === 'PUT') awaited.first.delete(socket)
    else {
      awaited.first.add(socket)
      request.once('end', () => awaited.first.delete(socket))
    }
    response.once('close', () => {
      answers.splice(answers.indexOf(response), 1)
      connection.idleSince = performance.now()
      if (answers.length > 0 || !connections.has(socket)) return
      awaited.first.delete(socket)
      awaited.next.add(socket)
    })
    if (answers.length > maxPipelined) socket.destroy()
  })
  http.addHook('onRequest', ({ raw }, reply, done) => {
    const { answers = [] } = connections.get(raw.socket) ?? {}
    const previous = answers[answers.indexOf(reply.raw) - 1]
    if (!previous) return done()
    previous.once('close', () => raw.socket.destroyed || done())
  })
}

/** `writableLength` changes with whole chunks only; Node's timeout reads the same properties. */
function noteProgress(socket: Socket, connection: Connection, now: number) {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
  const drained = handle ? handle.bytesWritten - handle.writeQueueSize : 0
  if (socket.writableLength > 0 && drained === connection.drained) return
  connection.drained = drained
  connection.drainedAt = now
}
