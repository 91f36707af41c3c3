import { useSyncExternalStore } from 'react'
import { CallError } from '../../data/api.ts'
import { queryClient } from '../../data/queries.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import classes from './AsOf.module.css'

/** Of when the oldest of what the page shows is, while it cannot be fetched again. */
export function AsOf() {
  const stale = useSyncExternalStore(subscribe, describeStale)
  const now = useNow()
  const [since = '', isUnreachable] = stale.split(' ')
  const when = since && formatWhen(since, now)
  return (
    <p role="status" className={classes.asOf}>
      {when && <span>{isUnreachable ? t.asOfOffline(when) : t.asOf(when)}</span>}
    </p>
  )
}

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** `2026-11-30T09:31:00.000Z offline`, the second word where the server was not reached;
 * empty where the page shows nothing that could not be fetched again. */
function describeStale() {
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state: { data, dataUpdatedAt, error, fetchFailureReason } }) => {
      const reason = error ?? fetchFailureReason
      const isStale = data !== undefined && reason instanceof CallError && !reason.isSessionEnded
      return isStale ? [{ at: dataUpdatedAt, isUnreachable: reason.isTransient }] : []
    })
  if (failed.length === 0) return ''
  const oldest = new Date(Math.min(...failed.map(({ at }) => at))).toISOString()
  return failed.some(each => each.isUnreachable) ? `${oldest} offline` : oldest
}
