import { type RefObject, useEffect } from 'react'
import { createStore, useStore } from '../../browser/store.ts'

const hiddenTitle = createStore('')

/** The page's title while it is scrolled out of sight, else an empty text. */
export const useHiddenTitle = () => useStore(hiddenTitle)

export function useTitleObserver(heading: RefObject<HTMLElement | null>, title: string) {
  useEffect(() => {
    if (!heading.current) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        hiddenTitle.set(
          entry && !entry.isIntersecting && entry.boundingClientRect.top < 100 ? title : '',
        ),
      {
        rootMargin: '-56px 0px 0px',
      },
    )
    observer.observe(heading.current)
    return () => {
      observer.disconnect()
      hiddenTitle.set('')
    }
  }, [heading, title])
}
