import type { FastifyRequest } from 'fastify'
import type { Signing, TokenClaims } from '#platform/crypto/signing.ts'

/** The session that a call has sent which `anyone` may make, so that its token is not
 * required; null without a valid one. Whether it is live, the database decides. */
export async function sessionOfVisitor(
  { headers }: FastifyRequest,
  signing: Pick<Signing, 'verifyToken'>,
): Promise<TokenClaims | null> {
  const token = /^bearer (\S{1,2000})$/i.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? null : signing.verifyToken(token).catch(() => null)
}
