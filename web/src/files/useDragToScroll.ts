import { type RefObject, useEffect } from 'react'

export function useDragToScroll(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = element
    if (!current) return
    const controller = new AbortController()
    const options = { signal: controller.signal }
    let from = { x: 0, y: 0 }
    current.addEventListener(
      'pointerdown',
      ({ pointerType, button, pointerId, clientX, clientY }) => {
        if (pointerType !== 'mouse' || button !== 0) return
        from = { x: clientX, y: clientY }
        current.setPointerCapture(pointerId)
      },
      options,
    )
    current.addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY }) => {
        if (!current.hasPointerCapture(pointerId)) return
        current.scrollBy(from.x - clientX, from.y - clientY)
        from = { x: clientX, y: clientY }
      },
      options,
    )
    return () => controller.abort()
  }, [element])
}
