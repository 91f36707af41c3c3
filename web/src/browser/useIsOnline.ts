import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network. Where it has, the server may still be unreachable. */
export const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
