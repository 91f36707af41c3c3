import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendClientError } from './client-errors.ts'

/** In ms: until the headers of a request have arrived, and then its body, where it is no upload. */
export type TimeLimits = { headers: number; body: number }

export const defaultTimeLimits: TimeLimits = { headers: 15_000, body: 30_000 }

/** Answers 408 and closes the connection of a client that sends a body
 * too slowly, or the rest of an upload that is answered already. */
export function limitBodyTime(http: FastifyInstance, { body }: TimeLimits) {
  const isUpload = ({ routeOptions }: FastifyRequest) =>
    (routeOptions.config as { isUpload?: boolean } | undefined)?.isUpload === true
  const limit = ({ raw, headers }: FastifyRequest, reply: FastifyReply) => {
    if (
      raw.complete ||
      (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
    )
      return
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.raw.headersSent) raw.destroy()
      else
        sendClientError(
          Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          raw.socket,
        )
    }, body)
    raw.once('close', () => clearTimeout(timer))
  }
  http.addHook('onRequest', async (request, reply) => {
    if (!isUpload(request)) limit(request, reply)
  })
  http.addHook('onResponse', async (request, reply) => {
    if (isUpload(request)) limit(request, reply)
  })
}
