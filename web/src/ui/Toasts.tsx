import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { uiMessages as t } from './messages.ts'
import classes from './Toasts.module.css'
import { type Toast, toast, useToasts } from './toasts.ts'

const shownFor = 3_000

/** The notices on screen. Failures interrupt a screen reader, successes wait their turn; pointing at one, or focusing it, keeps it. */
export function Toasts() {
  const toasts = useToasts()
  const [held, hold] = useState(false)
  const region = useRef<HTMLDivElement>(null)

  // Above all there is: also above a dialog that was opened after it.
  useEffect(() => {
    if (toasts.length > 0 && document.querySelector('dialog:modal')) region.current?.hidePopover()
    if (!region.current?.matches(':popover-open')) region.current?.showPopover()
  }, [toasts])

  const card = (one: Toast) => <Card key={one.id} toast={one} held={held} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock
    <div
      ref={region}
      popover="manual"
      className={classes.region}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <div role="alert">{toasts.filter(one => one.kind === 'error').map(card)}</div>
      <div role="status">{toasts.filter(one => one.kind === 'success').map(card)}</div>
    </div>
  )
}

function Card({ toast: { id, kind, text, requestId }, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toast.dismiss(id), shownFor)
    return () => clearTimeout(timer)
  }, [held, id])

  return (
    <div className={classes.toast} data-kind={kind}>
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
