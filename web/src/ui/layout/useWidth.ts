import { type RefObject, useLayoutEffect, useState } from 'react'

/** In pixels; 0 until the element is on the page. */
export function useWidth(element: RefObject<Element | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    setWidth(element.current.clientWidth)
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)),
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
