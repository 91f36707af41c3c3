import { useSyncExternalStore } from 'react'

function createMediaQueryHook(query: string) {
  const media = matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  const getSnapshot = () => media.matches
  return () => useSyncExternalStore(subscribe, getSnapshot)
}

/** Whether the page is as narrow as a phone. */
export const useNarrow = createMediaQueryHook('(max-width: 47.99em)')

/** Whether the page is at most as wide as a tablet. */
export const useTablet = createMediaQueryHook('(max-width: 63.99em)')
