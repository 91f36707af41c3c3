import { useSyncExternalStore } from 'react'

function watched(query: string) {
  const media = matchMedia(query)
  const watch = (tell: () => void) => {
    media.addEventListener('change', tell)
    return () => media.removeEventListener('change', tell)
  }
  return () => useSyncExternalStore(watch, () => media.matches)
}

/** Whether the page is as narrow as a phone. */
export const useNarrow = watched('(max-width: 47.99em)')

/** Whether the page is at most as wide as a tablet. */
export const useTablet = watched('(max-width: 63.99em)')
