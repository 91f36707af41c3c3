import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendClientError } from './client-errors.ts'

/** In ms: until the headers of a request have arrived, and then its body, where it is no upload;
 * without a request; and in which the client takes none of the bytes that wait for it. */
export type TimeLimits = { headers: number; body: number; idle: number; send: number }

/** `idle` is longer than the 72 s of a kept connection and the headers of its next request;
 * `send` as long as a slow client takes for what the system buffers (record 0047). */
export const defaultTimeLimits: TimeLimits = {
  headers: 15_000,
  body: 30_000,
  idle: 90_000,
  send: 120_000,
}

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/** Answers 408 and closes the connection of a client that sends a body
 * too slowly, or the rest of an upload that is answered already. */
export function limitBodyTime(http: FastifyInstance, { body }: Pick<TimeLimits, 'body'>) {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const limit = (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return
    const timer = setTimeout(() => {
      if (request.complete) return
      const isItsTurn = response.socket !== null
      if (response.headersSent || !isItsTurn) request.destroy()
      else
        sendClientError(
          Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          request.socket,
        )
    }, body)
    timers.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  }
  // before Fastify, which refuses malformed requests without its hooks
  http.server.prependListener('request', limit)
  http.server.on('checkExpectation', (_, response) =>
    response.writeHead(417, { connection: 'close', 'content-length': 0 }).end(),
  )
  const isUpload = ({ routeOptions }: FastifyRequest) =>
    (routeOptions.config as { isUpload?: boolean } | undefined)?.isUpload === true
  http.addHook('onRequest', async request => {
    if (isUpload(request)) clearTimeout(timers.get(request.raw))
  })
  http.addHook('onResponse', async (request, reply) => {
    if (isUpload(request)) limit(request.raw, reply.raw)
  })
}
