import { useEffect } from 'react'

/** A page requests its data this long, in ms, before its frame is mounted, or less. */
const loadingTime = 10_000

/** Follows the server's events while the component is
 * mounted. Their code is loaded after the page's. */
export function useLive() {
  useEffect(() => {
    const since = Date.now() - Math.min(performance.now(), loadingTime)
    const unmount = new AbortController()
    const follow = async () => {
      const { followEvents } = await import('./followEvents.ts')
      if (!unmount.signal.aborted) followEvents(since, unmount.signal)
    }
    follow().catch(() => {}) // without the code the queries poll
    return () => unmount.abort()
  }, [])
}
