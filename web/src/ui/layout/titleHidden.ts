import { type RefObject, useEffect, useSyncExternalStore } from 'react'

let hiddenTitle = ''
const listeners = new Set<() => void>()

function setState(next: string) {
  hiddenTitle = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getSnapshot = () => hiddenTitle

/** The page's title while it is scrolled out of sight, else an empty text. */
export const useHiddenTitle = () => useSyncExternalStore(subscribe, getSnapshot)

/** Observes whether the page's title is scrolled under the bar of a phone. */
export function useTitleObserver(heading: RefObject<HTMLElement | null>, title: string) {
  useEffect(() => {
    if (!heading.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setState(entry && !entry.isIntersecting && entry.boundingClientRect.top < 100 ? title : ''),
      {
        rootMargin: '-56px 0px 0px',
      },
    )
    observer.observe(heading.current)
    return () => {
      observer.disconnect()
      setState('')
    }
  }, [heading, title])
}
