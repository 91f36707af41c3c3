import { type ReactNode, useState } from 'react'
import { CallFailed } from '../api.ts'
import { Button } from './Button.tsx'
import classes from './ConfirmButton.module.css'
import { Dialog } from './Dialog.tsx'
import { focusTitle } from './focusTitle.ts'
import { uiMessages as t } from './messages.ts'
import { Notice } from './Notice.tsx'

type Props = {
  /** The button, and again the dialog's own: both say what will be done. */
  children: ReactNode
  /** The question, as the dialog's title. */
  ask: string
  /** Names the thing, and what goes with it. */
  about: ReactNode
  onYes: () => Promise<unknown>
  icon: ReactNode
}

/** A change that asks first, in a dialog of the page. Refused, it stays open and says why. */
export function ConfirmButton({ children, ask, about, onYes, icon }: Props) {
  const [opened, open] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function yes() {
    setBusy(true)
    setRefusal('')
    try {
      await onYes()
      open(false)
      focusTitle() // the button that asked may be gone
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button look="plain" icon={icon} onClick={() => open(true)}>
        {children}
      </Button>
      <Dialog opened={opened} title={ask} onClose={() => !busy && open(false)}>
        <div className={classes.about}>{about}</div>
        {refusal && <Notice tone="wrong">{refusal}</Notice>}
        <div className={classes.buttons}>
          <Button look="plain" onClick={() => open(false)} aria-disabled={busy} data-autofocus>
            {t.cancel}
          </Button>
          <Button onClick={() => void yes()} busy={busy}>
            {children}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
