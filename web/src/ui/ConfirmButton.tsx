import { type ReactNode, useState } from 'react'
import { CallFailed } from '../api.ts'
import { Button } from './Button.tsx'
import classes from './ConfirmButton.module.css'
import { Dialog } from './Dialog.tsx'
import { focusTitle } from './focusTitle.ts'
import { IconButton } from './IconButton.tsx'
import { uiMessages as t } from './messages.ts'
import { Notice } from './Notice.tsx'

type Props = {
  /** The button, and again the dialog's own: both say what will be done. */
  children: string
  /** The question, as the dialog's title. */
  ask: string
  /** Names the thing, and what goes with it. */
  about: ReactNode
  onYes: () => Promise<unknown>
  icon: ReactNode
  /** It stands in a row of a table: only its icon, named after the row. */
  of?: string
  /** Something is lost by it. */
  danger?: boolean
}

/** A change that asks first, in a dialog of the page. Refused, it stays open and says why. */
export function ConfirmButton({ children, ask, about, onYes, icon, of, danger = false }: Props) {
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
      {of === undefined ? (
        <Button look="plain" icon={icon} onClick={() => open(true)}>
          {children}
        </Button>
      ) : (
        <IconButton label={`${children}: ${of}`} onClick={() => open(true)}>
          {icon}
        </IconButton>
      )}
      <Dialog opened={opened} title={ask} onClose={() => !busy && open(false)}>
        <div className={classes.about}>{about}</div>
        {refusal && <Notice tone="wrong">{refusal}</Notice>}
        <div className={classes.buttons}>
          <Button look="plain" onClick={() => open(false)} aria-disabled={busy} data-autofocus>
            {t.cancel}
          </Button>
          <Button look={danger ? 'danger' : 'primary'} onClick={() => void yes()} busy={busy}>
            {children}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
