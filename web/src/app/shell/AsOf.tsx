import { useSyncExternalStore } from 'react'
import { CallError } from '../../data/api.ts'
import { queryClient } from '../../data/queries.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import classes from './AsOf.module.css'

/** Of when the oldest of what the page shows is, while the server cannot be reached. */
export function AsOf() {
  const oldest = useSyncExternalStore(subscribe, oldestUnreached)
  const now = useNow()
  return (
    <p role="status" className={classes.asOf}>
      {oldest > 0 && <span>{t.asOf(formatWhen(new Date(oldest).toISOString(), now))}</span>}
    </p>
  )
}

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** In ms; 0 where the page shows nothing that could not be fetched again. */
const oldestUnreached = () =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state: { data, error, fetchFailureReason } }) => {
      const reason = error ?? fetchFailureReason
      return data !== undefined && reason instanceof CallError && reason.isTransient
    })
    .reduce((oldest, { state }) => Math.min(oldest || state.dataUpdatedAt, state.dataUpdatedAt), 0)
