import type { Database } from './database.ts'
import { statement } from './round-trip.ts'
import type { TokenClaims } from './signing.ts'

/** A session in use is noted again after so many milliseconds, so that almost every call goes on being a read. */
const every = 5 * 60_000

/** Notes that a session is in use, beside the call. What this copy of the server forgets costs one more note. */
export function openSessionUse(database: Database) {
  const noted = new Map<string, number>()
  return ({ vendorId, sessionId, issued }: TokenClaims) => {
    const now = Date.now()
    if (now - (noted.get(sessionId) ?? issued) < every) return
    if (noted.size >= 10_000) noted.clear()
    noted.set(sessionId, now)
    database.atOnce(vendorId, { ...note, values: [sessionId] }).catch(() => {}) // then it is noted the next time
  }
}
export type NoteUse = ReturnType<typeof openSessionUse>

const note = statement('update sessions set date_used = now() where vendor_id = app_vendor() and id = $1')
