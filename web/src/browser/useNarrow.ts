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

export const useNarrow = createMediaQueryHook('(max-width: 47.99em)')

/** Wide enough for a list beside the ticket. */
export const useWide = createMediaQueryHook('(min-width: 90em)')

export const useTablet = createMediaQueryHook('(max-width: 63.99em)')
