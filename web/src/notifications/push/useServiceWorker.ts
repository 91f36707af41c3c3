import { useEffect } from 'react'
import { useMe } from '../../identity/session/session.ts'

/** In ms after the first page, so that the worker's downloads do not delay it. */
const delay = 4_000

/** Installs the service worker of a build, late; it caches the shell and shows pushes. */
export function useServiceWorker() {
  const { _id } = useMe()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const start = async () => (await import('./push.ts')).startWorker(_id)
    // without it the portal works as before
    const timer = setTimeout(() => start().catch(() => {}), delay)
    return () => clearTimeout(timer)
  }, [_id])
}
