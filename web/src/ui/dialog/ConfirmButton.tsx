import { type ReactNode, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'

/** A change that asks first, in a dialog of the page: the button says what will be done, and the dialog's own says it again. */
export function ConfirmButton({ icon, ...question }: Question & { icon: ReactNode }) {
  const [opened, open] = useState(false)
  return (
    <>
      <Button look="plain" icon={icon} onClick={() => open(true)}>
        {question.yes}
      </Button>
      <ConfirmDialog {...question} opened={opened} onClose={() => open(false)} />
    </>
  )
}
