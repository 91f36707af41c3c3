import type { FastifyRequest } from 'fastify'
import type { Signing } from '#platform/crypto/signing.ts'

export type ConnectionInfo = {
  client: string
  peer: string
  peerPort: number
  forwardedFor: string | null
}

const lifetimeMs = 5 * 60_000

/** A bearer token of this installation for `/healthz`, valid for five minutes. */
export function probeToken(signing: Signing): string {
  const expires = String(Date.now() + lifetimeMs)
  return `${expires}.${signing.sign('probe', expires)}`
}

/** Null for a request without a valid probe token. */
export function readProbe(
  signing: Signing,
  { headers, ip, socket }: FastifyRequest,
): ConnectionInfo | null {
  const [, expires = '', seal = ''] =
    /^Bearer (\d{13})\.([\w-]{43})$/.exec(headers.authorization ?? '') ?? []
  if (!(Number(expires) > Date.now()) || !signing.isValidSignature(seal, 'probe', expires))
    return null
  const forwardedFor = headers['x-forwarded-for'] ?? null
  return {
    client: ip,
    peer: socket.remoteAddress ?? '',
    peerPort: socket.remotePort ?? 0,
    forwardedFor: forwardedFor && String(forwardedFor),
  }
}
