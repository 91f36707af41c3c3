import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed } from '../../data/api.ts'
import { Button } from '../controls/Button.tsx'
import { focusTitle } from '../layout/focusTitle.ts'
import { Notice } from '../layout/Notice.tsx'
import { uiMessages as t } from '../messages.ts'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

export type Question = {
  /** The question, as the dialog's title. */
  ask: string
  /** Names the thing, and what goes with it. */
  about: ReactNode
  /** What will be done, on the button that does it. */
  yes: string
  onYes: () => Promise<unknown>
  /** What is done cannot be taken back. */
  danger?: boolean
}

/** Asks before a change. Refused, it stays open and says why. */
export function ConfirmDialog({
  opened,
  onClose,
  ask,
  about,
  yes,
  onYes,
  danger = false,
}: Question & { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  function close() {
    if (busy) return
    setRefusal('')
    onClose()
  }

  async function act() {
    setBusy(true)
    setRefusal('')
    try {
      await onYes()
      flushSync(onClose) // it gives the focus back to the button that asked, which may soon be gone
      focusTitle()
    } catch (error) {
      if ((error as Error).name === 'AbortError') return // taken back on purpose
      if (!(error instanceof CallFailed)) throw error
      setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog opened={opened} title={ask} onClose={close}>
      <div className={classes.about}>{about}</div>
      {refusal && <Notice tone="wrong">{refusal}</Notice>}
      <div className={classes.buttons}>
        <Button look="plain" onClick={close} aria-disabled={busy} data-autofocus>
          {t.cancel}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} onClick={() => void act()} busy={busy}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
