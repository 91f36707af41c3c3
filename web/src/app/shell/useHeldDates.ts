import { useEffect } from 'react'
import { toast } from '../../data/toasts.ts'

const holdMs = 450 // before the browser's own menu of a link opens

/** Of a date below the finger: the link of its row may lie above it. */
const titleAt = ({ clientX, clientY }: PointerEvent) =>
  document
    .elementsFromPoint(clientX, clientY)
    .map(element => element.closest<HTMLElement>('time[title]')?.title)
    .find(Boolean)

/** On a touch screen, which has no tooltips, a date that is held says its second. */
export function useHeldDates() {
  useEffect(() => {
    let timer = 0
    let told = false
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    const stop = () => clearTimeout(timer)
    const start = (event: PointerEvent) => {
      stop()
      told = false
      const title = event.pointerType === 'touch' && titleAt(event)
      if (title)
        timer = window.setTimeout(() => {
          told = true
          toast.success(title)
        }, holdMs)
    }
    addEventListener('pointerdown', start, options)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, stop, options)
    const keepClosed = (event: Event) => {
      if (!told) return
      event.preventDefault()
      event.stopPropagation()
      if (event.type === 'click') told = false
    }
    for (const opening of ['contextmenu', 'click'])
      addEventListener(opening, keepClosed, { capture: true, signal: controller.signal })
    return () => {
      stop()
      controller.abort()
    }
  }, [])
}
