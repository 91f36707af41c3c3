import { type FocusEventHandler, type ReactNode, type RefObject, useLayoutEffect } from 'react'
import classes from './ReplyPanel.module.css'

/** In px. */
const most = 352
const least = 120
const gap = 8

type Props = {
  panel: RefObject<HTMLDivElement | null>
  onBlur: FocusEventHandler
  children: ReactNode
}

/** Above the message, or below it where a short conversation leaves more room there. */
export function ReplyPanel({ panel, onBlur, children }: Props) {
  useLayoutEffect(() => {
    place(panel.current)
    const replace = () => place(panel.current)
    // the keyboard of a phone
    visualViewport?.addEventListener('resize', replace)
    return () => visualViewport?.removeEventListener('resize', replace)
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps and follows the focus
    <div
      ref={panel}
      className={classes.panel}
      // the message keeps the focus, and a phone its keyboard
      onMouseDown={event => event.preventDefault()}
      onBlur={onBlur}
    >
      {children}
    </div>
  )
}

function place(panel: HTMLElement | null) {
  const message = panel?.offsetParent?.getBoundingClientRect()
  if (!panel || !message) return
  // what the heads cover
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  const above = message.top - (covered || 0)
  const below = (visualViewport?.height ?? innerHeight) - message.bottom - gap
  const isBelow = below > above && above < most
  panel.toggleAttribute('data-below', isBelow)
  const room = Math.max(least, Math.min(most, isBelow ? below : above))
  panel.style.setProperty('--room', `${room}px`)
}
