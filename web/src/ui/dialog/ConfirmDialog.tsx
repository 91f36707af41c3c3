import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fold } from '#contract/text/turkish.ts'
import { CallError, describeError, isAbort } from '../../data/api.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { Field } from '../form/Field.tsx'
import { focusTitle } from '../layout/focusTitle.ts'
import { Notice } from '../layout/Notice.tsx'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'
import type { DialogState } from './useDialog.ts'

type Confirmation = {
  title: string
  about: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  danger?: boolean
  /** What is typed, in any spelling, before the button works. */
  typed?: { label: string; text: string } | undefined
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
  typed,
}: Confirmation & { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isTyped = typed === undefined || fold(text) === fold(typed.text)

  function close() {
    if (busy) return
    setText('')
    setError(null)
    onClose()
  }

  async function handleConfirm() {
    if (!isTyped) return field.current?.focus()
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      setText('')
      flushSync(onClose) // this returns the focus to the opener, which may soon be gone
      focusTitle()
    } catch (error) {
      if (isAbort(error)) return // cancelled by the user
      setError(error)
      if (!(error instanceof CallError)) throw error // for the console
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog opened={opened} title={title} onClose={close}>
      <div className={classes.about}>{about}</div>
      {typed && (
        <Field name="typed" label={typed.label}>
          {control => (
            <input
              {...control}
              ref={field}
              type="text"
              dir="auto"
              autoComplete="off"
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {error !== null && <Notice tone="wrong">{describeError(error)}</Notice>}
      <div className={classes.buttons}>
        <Button
          variant="plain"
          onClick={close}
          aria-disabled={busy}
          data-autofocus={!typed || undefined}
        >
          {t.cancel}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          onClick={() => void handleConfirm()}
          aria-disabled={!isTyped}
          busy={busy}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}

type ConfirmOneProps<T> = Omit<Confirmation, 'about' | 'onConfirm' | 'typed'> & {
  dialog: DialogState<T>
  about: (subject: T) => ReactNode
  onConfirm: (subject: T) => Promise<unknown>
  typed?: { label: string; textOf: (subject: T) => string }
}

export const ConfirmOne = <T,>({
  dialog: { opened, subject, close },
  about,
  onConfirm,
  typed,
  ...confirmation
}: ConfirmOneProps<T>) => (
  <ConfirmDialog
    {...confirmation}
    opened={opened}
    onClose={close}
    about={subject !== undefined && about(subject)}
    typed={typed && subject && { label: typed.label, text: typed.textOf(subject) }}
    onConfirm={async () => subject !== undefined && onConfirm(subject)}
  />
)

export function ConfirmButton({
  icon,
  shortcut,
  ...confirmation
}: Confirmation & { icon: Icon; shortcut?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="plain"
        icon={icon}
        aria-keyshortcuts={shortcut}
        onClick={() => setOpen(true)}
      >
        {confirmation.confirmLabel}
      </Button>
      <ConfirmDialog {...confirmation} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

type AboutProps = { name: string; detail?: string; lines: readonly string[] }

/** What a confirmation is about: the object's name, with a
 * detail that tells it from others, and the consequences. */
export const AboutSubject = ({ name, detail, lines }: AboutProps) => (
  <>
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {detail && (
        <>
          <span>{' · '}</span>
          <bdi>{detail}</bdi>
        </>
      )}
    </p>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </>
)
