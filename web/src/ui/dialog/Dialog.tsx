import { IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { uiMessages as t } from '../../messages/current.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { Skeleton } from '../layout/Skeleton.tsx'
import classes from './Dialog.module.css'

type Props = {
  opened: boolean
  title: ReactNode
  onClose: () => void
  /** `picture` is as large as its content, `side` a drawer at the edge. */
  variant?: 'sheet' | 'picture' | 'side'
  /** A click beside it leaves it open: it has input. */
  persistent?: boolean
  children: ReactNode
}

/** The browser's modal dialog (record 0006). It stays mounted while `opened`
 * changes, so that focus returns to the opener. `data-autofocus` marks the element
 * that gets the focus, else the first field or link does. Its body may be lazy. */
export function Dialog({
  opened,
  title,
  onClose,
  variant = 'sheet',
  persistent = false,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shouldBeOpen = useRef(false)
  const id = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!opened || !element) return
    // Locks the page's scroll position and width; a page that does not scroll needs no lock.
    // Before it is shown: each measurement after a change of styles costs a layout.
    const root = document.documentElement
    if (root.scrollHeight > root.clientHeight) root.setAttribute('data-held', '')
    show(element)
    shouldBeOpen.current = true
    return () => {
      shouldBeOpen.current = false
      const modal = [...document.querySelectorAll('dialog:modal')]
      // another dialog may still be open below it
      if (modal.every(each => each === element)) root.removeAttribute('data-held')
      element.close()
    }
  }, [opened])

  /** A second Escape closes a dialog without a `cancel` event.
   * Where `onClose` leaves it open, it is shown again. */
  function handleClose() {
    if (!shouldBeOpen.current || dialog.current?.open) return
    flushSync(onClose)
    if (shouldBeOpen.current && dialog.current) show(dialog.current)
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-variant={variant}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClose={handleClose}
      onPointerDown={event => !persistent && event.target === event.currentTarget && onClose()}
    >
      {opened && (
        <div className={classes.sheet}>
          <header className={classes.head}>
            <h2 id={id}>{title}</h2>
            <IconButton icon={IconX} label={t.close} onClick={onClose} />
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
  const first =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>('[data-field], a')
  first?.focus()
}
