import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 47.99em)')
const watch = (tell: () => void) => {
  phone.addEventListener('change', tell)
  return () => phone.removeEventListener('change', tell)
}

/** Whether the page is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(watch, () => phone.matches)
