import { isBusy } from '#platform/errors.ts'
import { shareCall } from '#platform/share-call.ts'
import type { Access, Rules } from './notice.ts'
import type { Subscribers } from './subscribers.ts'

/** Ends the streams of sessions that have ended or see something else by now. */
export function createAccessCheck<A extends Access>(
  subscribers: Subscribers<A>,
  rules: Pick<Rules<A>, 'readAccess'>,
  stopping: AbortSignal,
) {
  return shareCall(async () => {
    for (const [vendorId, set] of subscribers.vendors()) {
      const checked = [...set].filter(({ access }) => access !== null)
      const sessions = [...new Set(checked.map(({ sessionId }) => sessionId))]
      const current = await rules
        .readAccess(vendorId, sessions)
        .catch(error => (isBusy(error) ? 'busy' : 'away'))
      if (current === 'busy') continue // other work of the vendor: the next check finds out
      if (current === 'away' || stopping.aborted) return // the database
      for (const { stream, sessionId, access } of checked)
        if (current.get(sessionId)?.key !== access?.key) stream.end()
    }
  })
}
