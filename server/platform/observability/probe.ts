import type { FastifyRequest } from 'fastify'
import type { Signing } from '#platform/crypto/signing.ts'

/** How a request reached the server, from which `npm run doctor` judges the proxy in front of it. */
export type ConnectionInfo = {
  /** The client's address, as limits and the audit take it. */
  client: string
  /** The other end of the server's socket. */
  peer: string
  peerPort: number
  /** `X-Forwarded-For` as it arrived; null where there was none. */
  forwardedFor: string | null
}

const lifetime = 5 * 60_000

/** A bearer token for `/healthz` that only this installation can make, valid for five minutes. */
export function probeToken(signing: Signing): string {
  const expires = String(Date.now() + lifetime)
  return `${expires}.${signing.seal('probe', expires)}`
}

/** How a request with a valid probe token reached the server; null for any other. */
export function readProbe(signing: Signing, { headers, ip, socket }: FastifyRequest): ConnectionInfo | null {
  const [, expires = '', seal = ''] = /^Bearer (\d{13})\.([\w-]{43})$/.exec(headers.authorization ?? '') ?? []
  if (!(Number(expires) > Date.now()) || !signing.isSealed(seal, 'probe', expires)) return null
  const forwardedFor = headers['x-forwarded-for'] ?? null
  return {
    client: ip,
    peer: socket.remoteAddress ?? '',
    peerPort: socket.remotePort ?? 0,
    forwardedFor: forwardedFor && String(forwardedFor),
  }
}
