import type { FastifyRequest } from 'fastify'
import type { CallLimit, Route } from '#contract/route.ts'
import type { TokenClaims } from '#platform/crypto/signing.ts'
import { platformVendor } from '#platform/database/database.ts'
import { forNetworks, type Limit, type RateLimiter } from './rate-limit.ts'

/** Room for a hundred people behind one address, each of whom looks at a page with pictures once a minute. */
const withoutToken: Limit = { name: 'withoutToken', most: 6_000, seconds: 60 }
/** Four a second: nobody types that fast. */
const searches: Limit = { name: 'searches', most: 240, seconds: 60 }

/**
 * Counts a call before anything else is done for it: by its user where it invites, uploads, searches or tries the mail; by where it comes from where it
 * needs no token, or has none. Any other is not counted, and asks the database nothing. Returns what takes it back, for who may not make it: they
 * must not use up what others may. @throws 429
 */
export async function countCall(
  rateLimiter: RateLimiter,
  route: Route,
  request: FastifyRequest,
  claims: TokenClaims | null,
): Promise<() => Promise<void>> {
  if (!claims) {
    await rateLimiter.count(platformVendor, ...forNetworks(withoutToken, request.ip))
    return noRefund
  }
  const limits: readonly CallLimit[] = route.rateLimits ?? (route.method === 'GET' && isSearch(request) ? [searches] : [])
  if (limits.length === 0) return noRefund
  const params = request.params as Record<string, string>
  const counters = limits.flatMap(({ of, ...limit }) => {
    const subject = of === undefined ? claims.userId : params[of]?.toLowerCase()
    return subject === undefined ? [] : [{ limit, of: [subject] }]
  })
  return rateLimiter.count(claims.vendorId, ...counters)
}

/** Whether a list is searched. */
export const isSearch = ({ query }: FastifyRequest): boolean => Boolean((query as { search?: unknown }).search)

const noRefund = async () => {}
