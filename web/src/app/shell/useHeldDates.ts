import { useEffect } from 'react'
import { toast } from '../../data/toasts.ts'

const holdMs = 450 // before the browser's own menu of a link opens

/** On a touch screen, which has no tooltips, a date that is held says its second. */
export function useHeldDates() {
  useEffect(() => {
    let timer = 0
    let told = false
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    const stop = () => clearTimeout(timer)
    const start = ({ target }: TouchEvent) => {
      stop()
      told = false
      const title = target instanceof Element && target.closest<HTMLElement>('time[title]')?.title
      if (title)
        timer = window.setTimeout(() => {
          told = true
          toast.success(title)
        }, holdMs)
    }
    addEventListener('touchstart', start, options)
    for (const end of ['touchend', 'touchmove', 'touchcancel']) addEventListener(end, stop, options)
    const { signal } = controller
    addEventListener('contextmenu', event => told && event.preventDefault(), { signal })
    return () => {
      stop()
      controller.abort()
    }
  }, [])
}
