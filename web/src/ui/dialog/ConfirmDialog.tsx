import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../data/api.ts'
import { Button } from '../controls/Button.tsx'
import { focusTitle } from '../layout/focusTitle.ts'
import { Notice } from '../layout/Notice.tsx'
import { uiMessages as t } from '../messages.ts'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

export type Confirmation = {
  title: string
  /** Names the object, and the consequences. */
  about: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  /** The change cannot be undone. */
  danger?: boolean
}

/** Asks before a change. If the call fails, it stays open and says why. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  about,
  confirmLabel,
  onConfirm,
  danger = false,
}: Confirmation & { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')

  function close() {
    if (busy) return
    setErrorMessage('')
    onClose()
  }

  async function handleConfirm() {
    setBusy(true)
    setErrorMessage('')
    try {
      await onConfirm()
      flushSync(onClose) // this returns the focus to the opener, which may soon be gone
      focusTitle()
    } catch (error) {
      if ((error as Error).name === 'AbortError') return // cancelled by the user
      if (!(error instanceof CallError)) throw error
      setErrorMessage(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog opened={opened} title={title} onClose={close}>
      <div className={classes.about}>{about}</div>
      {errorMessage && <Notice tone="wrong">{errorMessage}</Notice>}
      <div className={classes.buttons}>
        <Button variant="plain" onClick={close} aria-disabled={busy} data-autofocus>
          {t.cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={() => void handleConfirm()} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
