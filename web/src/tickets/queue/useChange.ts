import { useEffect, useRef, useState } from 'react'
import type { TicketRow } from '#contract/tickets.ts'
import { useIsShown } from '../../browser/useIsShown.ts'
import { changeTickets, type TicketsChange } from '../changeTickets.ts'
import { focusRow } from './useQueueKeys.ts'

/** In ms after a change, in which the list that has it may still be rendered. */
const settling = 1_000

/** Whether the focus is still where the change was chosen, or nowhere. */
const canTakeFocus = () =>
  document.activeElement === document.body || document.activeElement?.closest('[data-bar]') != null

/** Changes tickets of a list, which `follows` the change although its reader has the focus or
 * the pointer there; then the focus is on the row that took the place of the first one. */
export function useChange() {
  const [state, setState] = useState({ isBusy: false, follows: false })
  const place = useRef<number | null>(null)
  const timer = useRef(0)
  const isShown = useIsShown()

  useEffect(() => {
    if (place.current !== null && document.activeElement === document.body) focusRow(place.current)
  })

  async function change(selected: readonly TicketRow[], index: number, by: TicketsChange) {
    clearTimeout(timer.current)
    setState({ isBusy: true, follows: true })
    try {
      await changeTickets(selected, by)
    } finally {
      setState({ isBusy: false, follows: true })
      timer.current = window.setTimeout(() => {
        place.current = null
        setState({ isBusy: false, follows: false })
      }, settling)
    }
    if (!isShown.current) return
    place.current = index
    if (canTakeFocus()) focusRow(index)
  }
  return { ...state, change }
}
