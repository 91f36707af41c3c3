import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Config } from '#platform/config/config.ts'

const permissionsPolicy =
  'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

type HeaderContext = { config: Config; stopping: AbortSignal }

/** The headers that every response has, in addition to those that its handler has set. */
export function setSecurityHeaders(reply: FastifyReply, { config, stopping }: HeaderContext) {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (String(reply.getHeader('content-type')).startsWith('text/html'))
    reply.header('permissions-policy', permissionsPolicy)
  if (stopping.aborted) reply.header('connection', 'close')
  if (config.publicUrl.startsWith('https:'))
    reply.header('strict-transport-security', 'max-age=31536000')
}

/** Sends status and headers; the handler then writes the body to the returned response. */
export function beginResponse(reply: FastifyReply, context: HeaderContext): ServerResponse {
  setSecurityHeaders(reply, context)
  reply.hijack()
  return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
}
