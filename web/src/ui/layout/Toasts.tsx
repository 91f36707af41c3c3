import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type Toast, toast, useToasts } from '../../data/toasts.ts'
import { uiMessages as t, useLanguage } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import classes from './Toasts.module.css'

const displayTime = 3_000
/** Of a toast that offers something. */
const actionDisplayTime = 8_000
/** Longer, but not endless: a pointer may rest there by chance. */
const hoverDisplayTime = 10_000

/** The toasts. Errors interrupt a screen reader, successes do not. A tap dismisses one. */
export function Toasts() {
  useLanguage()
  const toasts = useToasts()
  const region = useRef<HTMLDivElement>(null)

  // Shown again after a dialog was opened, to be above it in the top layer.
  useEffect(() => {
    if (toasts.length > 0 && document.querySelector('dialog:modal')) region.current?.hidePopover()
    region.current?.togglePopover(true)
  }, [toasts])

  useEffect(() => {
    const { current } = region
    if (!current || toasts.length === 0) return
    const lift = () => liftAbove(document.querySelector('[data-composer], [data-bar]'), current)
    lift()
    // it grows, and another page has another one
    const timer = setInterval(lift, 200)
    return () => clearInterval(timer)
  }, [toasts])

  const renderCard = (item: Toast) => <Card key={item.id} toast={item} />
  return (
    <div ref={region} popover="manual" className={classes.region}>
      <div role="alert">{toasts.filter(one => one.kind === 'error').map(renderCard)}</div>
      <div role="status">{toasts.filter(one => one.kind === 'success').map(renderCard)}</div>
    </div>
  )
}

/** Moves the toasts above a composer, or a bar of actions, that they would cover. */
function liftAbove(covered: Element | null, region: HTMLElement) {
  const { top, bottom } = covered?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  const isCovered = bottom > innerHeight - region.offsetHeight - 16
  region.style.setProperty('--lift', isCovered ? `${innerHeight - top}px` : '0px')
}

/** Hovering keeps it for a while, focus for as long as it lasts. */
function Card({ toast: { id, kind, text, requestId, action } }: { toast: Toast }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)

  const hasAction = action !== undefined
  useEffect(() => {
    if (isFocused) return
    const timer = setTimeout(
      () => toast.dismiss(id),
      isHovered ? hoverDisplayTime : hasAction ? actionDisplayTime : displayTime,
    )
    return () => clearTimeout(timer)
  }, [isHovered, isFocused, hasAction, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a shortcut for touch; all users have the button
    <div
      className={classes.toast}
      data-kind={kind}
      onClick={() => getSelection()?.isCollapsed && toast.dismiss(id)}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {kind === 'error' ? <IconAlertCircle aria-hidden /> : <IconCircleCheck aria-hidden />}
      <div className={classes.text}>
        <strong>{t[kind]}</strong>
        <span>{text}</span>
        {requestId && <small>{t.requestId(requestId)}</small>}
      </div>
      {action && (
        <Button small variant="quiet" onClick={action.run}>
          {action.label}
        </Button>
      )}
      <IconButton icon={IconX} label={t.dismiss} onClick={() => toast.dismiss(id)} />
    </div>
  )
}
