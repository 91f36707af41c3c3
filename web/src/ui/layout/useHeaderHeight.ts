import { type RefObject, useEffect } from 'react'

/** Sets `--head-height` to the height of a page's pinned
 * header, for elements that stick below it. */
export function useHeaderHeight(head: RefObject<HTMLElement | null>, pinned: boolean) {
  useEffect(() => {
    const { current } = head
    if (!pinned || !current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--head-height', `${current.offsetHeight}px`),
    )
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--head-height')
    }
  }, [head, pinned])
}
