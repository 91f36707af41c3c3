import type { FastifyRequest } from 'fastify'

/** Where a request came from: its client's address, what the client says of itself, and the request's id. */
export type Source = { address: string; device: string; request: string }

export const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip.slice(0, 100), // a trusted proxy may pass on anything
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  request: request.id,
})
