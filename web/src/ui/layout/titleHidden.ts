import { type RefObject, useEffect, useSyncExternalStore } from 'react'

let gone = ''
const watchers = new Set<() => void>()

function become(title: string) {
  gone = title
  for (const tell of watchers) tell()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The page's title while it is scrolled away, else nothing. */
export const useTitleHidden = () => useSyncExternalStore(watch, () => gone)

/** Says when the page's title is scrolled away under the bar of a phone. */
export function useTitleWatched(heading: RefObject<HTMLElement | null>, title: string) {
  useEffect(() => {
    if (!heading.current) return
    const observer = new IntersectionObserver(
      ([entry]) => become(entry && !entry.isIntersecting && entry.boundingClientRect.top < 100 ? title : ''),
      {
        rootMargin: '-56px 0px 0px',
      },
    )
    observer.observe(heading.current)
    return () => {
      observer.disconnect()
      become('')
    }
  }, [heading, title])
}
