import type { Route } from '#contract/route.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import type { DetachedCall } from '#platform/http/calls.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'

export type IdentityServices = {
  config: Config
  database: Database
  rateLimiter: RateLimiter
  signing: Signing
}
/** A call that waits for a password's hash. */
export type IdentityCall<R extends Route = Route> = DetachedCall<R, IdentityServices>
