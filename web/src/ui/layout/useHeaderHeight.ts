import { type RefObject, useEffect } from 'react'

/** Tells style sheets how high the pinned head of a page is, as `--head-height`: what stands still below it begins there. */
export function useHeaderHeight(head: RefObject<HTMLElement | null>, pinned: boolean) {
  useEffect(() => {
    const { current } = head
    if (!pinned || !current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--head-height', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--head-height')
    }
  }, [head, pinned])
}
