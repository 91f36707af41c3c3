import { IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../controls/IconButton.tsx'
import { Skeleton } from '../layout/Skeleton.tsx'
import { uiMessages as t } from '../messages.ts'
import classes from './Dialog.module.css'

type Props = {
  opened: boolean
  title: ReactNode
  onClose: () => void
  /** `picture` is as large as what it shows, `side` a drawer at the edge. */
  form?: 'sheet' | 'picture' | 'side'
  /** A click beside it leaves it open: something is being typed. */
  held?: boolean
  children: ReactNode
}

/**
 * The browser's own modal dialog: it holds the focus, and gives it back to what opened it. For that it stays mounted while `opened` turns.
 * What is marked `data-autofocus` gets the focus first, else its first field or button. Its body may be lazy.
 */
export function Dialog({ opened, title, onClose, form = 'sheet', held = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const wanted = useRef(false)
  const id = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!opened || !element) return
    show(element)
    wanted.current = true
    // What stands under it stays where it is, and as wide: nothing to do for a page that does not scroll.
    const root = document.documentElement
    root.toggleAttribute('data-held', root.scrollHeight > root.clientHeight)
    return () => {
      wanted.current = false
      element.close()
      if (!document.querySelector('dialog:modal')) root.removeAttribute('data-held') // it may have been opened over another one
    }
  }, [opened])

  /** The browser has closed it by itself: at the second Escape it does not ask. Where it is to stay, it is shown again. */
  function closed() {
    if (!wanted.current || dialog.current?.open) return
    flushSync(onClose)
    if (wanted.current && dialog.current) show(dialog.current)
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-form={form}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClose={closed}
      onPointerDown={event => !held && event.target === event.currentTarget && onClose()}
    >
      {opened && (
        <div className={classes.sheet}>
          <header className={classes.head}>
            <h2 id={id}>{title}</h2>
            <IconButton label={t.close} onClick={onClose}>
              <IconX aria-hidden />
            </IconButton>
          </header>
          <div className={classes.body}>
            <Suspense fallback={<Skeleton lines={3} height={36} />}>{children}</Suspense>
          </div>
        </div>
      )}
    </dialog>
  )
}

function show(dialog: HTMLDialogElement) {
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('[data-field], a')
  first?.focus()
}
