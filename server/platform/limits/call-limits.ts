import type { FastifyRequest } from 'fastify'
import type { CallLimit, Route } from '#contract/route.ts'
import type { TokenClaims } from '#platform/crypto/signing.ts'
import { platformVendor } from '#platform/database/database.ts'
import { forNetworks, type Limit, type RateLimiter } from './rate-limit.ts'

/** A hundred users of one address, who open a page with pictures once a minute. */
const withoutToken: Limit = { name: 'withoutToken', max: 6_000, seconds: 60 }
/** Of calls with a search and without `rateLimits` in the contract. */
const searches: Limit = { name: 'searches', max: 240, seconds: 60 }

/** Counts a call, per address without a token, else per user
 * where the route is limited; returns its refund. @throws 429 */
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
  const limits: readonly CallLimit[] =
    route.rateLimits ?? (route.method === 'GET' && hasSearch(request) ? [searches] : [])
  if (limits.length === 0) return noRefund
  const params = request.params as Record<string, string>
  const counters = limits.flatMap(({ of, ...limit }) => {
    const id = of === undefined ? claims.userId : params[of]?.toLowerCase()
    return id === undefined ? [] : [{ limit, subject: [id] }]
  })
  return rateLimiter.count(claims.vendorId, ...counters)
}

/** Its type is not validated yet. */
const hasSearch = ({ query }: FastifyRequest): boolean =>
  Boolean((query as { search?: unknown }).search)

const noRefund = async () => {}
