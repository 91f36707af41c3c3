import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type Toast, toast, useToasts } from '../../data/toasts.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { uiMessages as t } from '../messages.ts'
import classes from './Toasts.module.css'

const shownFor = 3_000
/** A pointer may rest there by chance. */
const pointedAtFor = 10_000

/** The notices on screen. Failures interrupt a screen reader, successes wait their turn. A tap takes one away. */
export function Toasts() {
  const toasts = useToasts()
  const region = useRef<HTMLDivElement>(null)

  // Above all there is: also above a dialog that was opened after it.
  useEffect(() => {
    if (toasts.length > 0 && document.querySelector('dialog:modal')) region.current?.hidePopover()
    if (!region.current?.matches(':popover-open')) region.current?.showPopover()
  }, [toasts])

  const card = (one: Toast) => <Card key={one.id} toast={one} />
  return (
    <div ref={region} popover="manual" className={classes.region}>
      <div role="alert">{toasts.filter(one => one.kind === 'error').map(card)}</div>
      <div role="status">{toasts.filter(one => one.kind === 'success').map(card)}</div>
    </div>
  )
}

/** Pointing at it keeps it for a while, the focus as long as it is there. */
function Card({ toast: { id, kind, text, requestId } }: { toast: Toast }) {
  const [pointedAt, pointAt] = useState(false)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    if (focused) return
    const timer = setTimeout(() => toast.dismiss(id), pointedAt ? pointedAtFor : shownFor)
    return () => clearTimeout(timer)
  }, [pointedAt, focused, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a finger's shortcut; its button is there for all
    <div
      className={classes.toast}
      data-kind={kind}
      onClick={() => getSelection()?.isCollapsed && toast.dismiss(id)}
      onMouseEnter={() => pointAt(true)}
      onMouseLeave={() => pointAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {kind === 'error' ? <IconAlertCircle aria-hidden /> : <IconCircleCheck aria-hidden />}
      <div className={classes.text}>
        {kind === 'error' && <strong>{t.error}</strong>}
        <span>{text}</span>
        {requestId && <small>{t.requestId(requestId)}</small>}
      </div>
      <IconButton label={t.dismiss} onClick={() => toast.dismiss(id)}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  )
}
