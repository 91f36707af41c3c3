import { keptDays } from '#contract/limits.ts'
import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'

const touchInterval = 5 * 60_000 // ms

/** Writes the last use of a session, which prolongs a kept one, outside the
 * call's transaction. Losing the map costs one more write per session. */
export function openSessionTouch(database: Database) {
  const touched = new Map<string, number>()
  return ({ vendorId, sessionId, issued }: TokenClaims) => {
    const now = Date.now()
    if (now - (touched.get(sessionId) ?? issued) < touchInterval) return
    if (touched.size >= 10_000) touched.clear()
    touched.set(sessionId, now)
    // the next call after the interval writes it
    database.runAtVendor(vendorId, { ...touch, values: [sessionId] }).catch(() => {})
  }
}
// A session that expires during a call stays expired.
const touch = statement(
  `update sessions set date_used = now(), date_expires = case when is_kept
     then least(now() + interval '${keptDays.unused} days', date_created + interval '${keptDays.atMost} days')
     else date_expires end
    where vendor_id = app_vendor() and id = $1 and date_expires > now()`,
)
