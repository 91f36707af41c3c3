import type { FastifyRequest } from 'fastify'

/** The client's address, its user agent, and the request's id. */
export type Source = { address: string; device: string; request: string }

/** Address and user agent are cut to 100 and 300 characters. */
export const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip.slice(0, 100), // a trusted proxy may forward any text
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  request: request.id,
})
