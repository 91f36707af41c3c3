import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  differOnlyBy,
  type FetchedRows,
  followRows,
  type HeldRows,
  holdRows,
  type ShownRows,
  scrollerOf,
} from './heldRows.ts'

/** The same list, whose rows keep their places while its reader has scrolled, or has the
 * focus or the pointer in `held.frame`; not where `isHeld` is false, as during an own
 * change, nor where only the row `current` has moved or gone, which the reader works on. */
export function useHeldRows<T extends { _id: string }, L extends FetchedRows<T>>(
  list: L & FetchedRows<T>,
  { isHeld = true, current }: { isHeld?: boolean; current?: string } = {},
): L & { held: HeldRows } {
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownRows<T>>({
    source: '',
    rows: undefined,
    isSettled: false,
  })
  const isInUse = useIsInUse(frame, () => setShown(followRows(shown, list, false)))
  const isOfReader = current !== undefined && differOnlyBy(current, shown.rows, list.rows)
  const next = followRows(shown, list, isInUse() && isHeld && !isOfReader)
  if (next !== shown) setShown(next)
  const { rows, newCount, hasChanged } =
    next.rows && list.rows && next.rows !== list.rows
      ? holdRows(next.rows, list.rows)
      : { rows: list.rows, newCount: 0, hasChanged: false }
  const show = () => setShown(followRows(next, list, false))
  return { ...list, rows, held: { frame, hasChanged, newCount, show } }
}

/** Asked for when rows arrive: a state would render all
 * rows again with each step of the focus into or out of them. */
function useIsInUse(frame: RefObject<HTMLElement | null>, onLeave: () => void) {
  const isInUse = useRef(false)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let [isPointed, isFocused, isScrolled] = [false, false, false]
    const update = () => {
      const wasInUse = isInUse.current
      isInUse.current = isPointed || isFocused || isScrolled
      if (wasInUse && !isInUse.current) leave()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    const point = ({ type }: PointerEvent) => {
      isPointed = type === 'pointerenter'
      update()
    }
    const focus = ({ type, relatedTarget }: FocusEvent) => {
      // the focus also moves from one row to another
      isFocused = type === 'focusin' || element.contains(relatedTarget as Node | null)
      update()
    }
    // read only here: elsewhere, as when the rows are removed, reading it costs a layout
    const scroll = () => {
      isScrolled = scrollerOf(element).scrollTop > 0
      update()
    }
    element.addEventListener('pointerenter', point, { signal })
    element.addEventListener('pointerleave', point, { signal })
    element.addEventListener('focusin', focus, { signal })
    element.addEventListener('focusout', focus, { signal })
    addEventListener('scroll', scroll, { signal, passive: true, capture: true })
    return () => leaving.abort()
  }, [frame])
  return () => isInUse.current
}
