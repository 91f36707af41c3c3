import type { ReactNode } from 'react'
import { type Confirmation, ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogState } from './useDialog.ts'

type Props<T> = Omit<Confirmation, 'about' | 'onConfirm'> & {
  dialog: DialogState<T>
  about: (subject: T) => ReactNode
  onConfirm: (subject: T) => Promise<unknown>
}

/** Asks before one of several objects is changed: the dialog's subject. */
export const ConfirmOne = <T,>({ dialog: { opened, subject, close }, about, onConfirm, ...confirmation }: Props<T>) => (
  <ConfirmDialog
    {...confirmation}
    opened={opened}
    onClose={close}
    about={subject !== undefined && about(subject)}
    onConfirm={async () => subject !== undefined && onConfirm(subject)}
  />
)
