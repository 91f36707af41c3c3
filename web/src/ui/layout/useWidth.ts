import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in pixels: 0 until it is on the page. */
export function useWidth(element: RefObject<Element | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    setWidth(element.current.clientWidth)
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return width
}
