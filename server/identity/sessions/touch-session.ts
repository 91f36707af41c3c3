import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'

const touchInterval = 5 * 60_000 // ms

/** Writes the last use of a session, outside the call's
 * transaction. Losing the map costs one more write per session. */
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
const touch = statement(
  'update sessions set date_used = now() where vendor_id = app_vendor() and id = $1',
)
