import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'

/** A session in use is noted again after so many milliseconds, so that almost every call goes on being a read. */
const every = 5 * 60_000

/** Notes that a session is in use, beside the call. What this instance forgets costs one more note. */
export function openSessionTouch(database: Database) {
  const noted = new Map<string, number>()
  return ({ vendorId, sessionId, issued }: TokenClaims) => {
    const now = Date.now()
    if (now - (noted.get(sessionId) ?? issued) < every) return
    if (noted.size >= 10_000) noted.clear()
    noted.set(sessionId, now)
    database.runAtVendor(vendorId, { ...note, values: [sessionId] }).catch(() => {}) // then it is noted the next time
  }
}
const note = statement('update sessions set date_used = now() where vendor_id = app_vendor() and id = $1')
