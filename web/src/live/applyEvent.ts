import type { Query } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/live.ts'
import { randomFraction } from '../browser/random.ts'
import { CallError } from '../data/api.ts'
import { liveIntervals, pollIntervals } from '../data/intervals.ts'
import { isLive } from '../data/live.ts'
import { isRefreshable, queryClient } from '../data/queries.ts'
import { isAboutTicket, isAffected } from './isAffected.ts'

/** In ms: where the stream breaks for many users at once, their pages do not refetch at once. */
const longestWait = 10_000

let pending: LiveEvent[] = []
let lastFlush = Number.NEGATIVE_INFINITY

function flush() {
  const events = pending
  pending = []
  lastFlush = performance.now()
  refetch(query =>
    events.some(event => isChanged(query, event) && !isAboutTicket(query.queryKey, event)),
  )
}

const isChanged = (query: Query, event: LiveEvent) =>
  isAffected(query.queryKey, event) && (event.kind !== 'change' || isRefreshable(query))

function refetch(predicate: (query: Query) => boolean) {
  // What a hidden tab shows is fetched when it is shown; its
  // title and icon show the count of notifications.
  const isShown = (query: Query) =>
    document.visibilityState === 'visible' ||
    String(query.queryKey[0]).startsWith('/user/notification')
  const queries = queryClient.getQueryCache().findAll({ predicate })
  for (const query of queries) {
    if (query.state.fetchStatus === 'fetching') refetchAfterwards(query)
    else
      void queryClient
        .invalidateQueries({
          predicate: each => each === query,
          ...(!isShown(query) && { refetchType: 'none' }),
        })
        .then(() => repeatFailed(query))
  }
}

const failed = new WeakSet<Query>()

/** No event tells of the change again, and under a stream the next poll is
 * far off: a query on screen that the server could not answer is repeated. */
function repeatFailed(query: Query) {
  const { error } = query.state
  const isTransient = error instanceof CallError && error.isTransient
  if (!isTransient || !query.isActive() || failed.has(query)) return
  failed.add(query)
  setTimeout(
    () => {
      failed.delete(query)
      if (query.state.status === 'error') refetch(each => each === query)
    },
    pollIntervals.ticket * (0.5 + randomFraction() / 2),
  )
}

const waiting = new WeakSet<Query>()

/** A fetch under way may have an older answer than the event. It is
 * not cancelled: where changes are frequent, none would complete. */
function refetchAfterwards(query: Query) {
  if (waiting.has(query)) return
  waiting.add(query)
  const repeat = () => {
    waiting.delete(query)
    refetch(each => each === query)
  }
  query.promise?.then(repeat, repeat)
}

/** Refetches what an event has changed, or what may have changed while no events came. */
export function applyEvent(event: LiveEvent) {
  if (event.kind === 'ready') {
    isLive.set(true)
    if (!event.isComplete) setTimeout(() => refetch(isRefreshable), randomFraction() * event.within)
  } else if (event.kind === 'paused') stopLive()
  else {
    // A page shows one ticket, which does not wait.
    refetch(query => isAboutTicket(query.queryKey, event) && isChanged(query, event))
    const { firstRefetch, betweenRefetches } = liveIntervals
    if (pending.length === 0)
      setTimeout(flush, Math.max(firstRefetch, lastFlush + betweenRefetches - performance.now()))
    pending.push(event)
  }
}

/** Returns to polling. A stream that is back before the
 * refetch has repeated the events that were missed. */
export function stopLive() {
  if (!isLive.get()) return
  isLive.set(false)
  setTimeout(() => {
    if (!isLive.get()) refetch(isRefreshable) // also starts the intervals anew
  }, randomFraction() * longestWait)
}
