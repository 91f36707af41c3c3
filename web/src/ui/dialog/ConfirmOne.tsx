import type { ReactNode } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'
import type { useDialog } from './useDialog.ts'

type Asked<T> = Omit<Question, 'about' | 'onYes'> & {
  dialog: ReturnType<typeof useDialog<T>>
  about: (of: T) => ReactNode
  onYes: (of: T) => Promise<unknown>
}

/** Asks before one of several things is changed: the one that the dialog is about. */
export const ConfirmOne = <T,>({ dialog: { opened, of, close }, about, onYes, ...question }: Asked<T>) => (
  <ConfirmDialog
    {...question}
    opened={opened}
    onClose={close}
    about={of !== undefined && about(of)}
    onYes={async () => of !== undefined && onYes(of)}
  />
)
