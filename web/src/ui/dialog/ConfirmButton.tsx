import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { type Confirmation, ConfirmDialog } from './ConfirmDialog.tsx'

/** A button that opens a confirmation; the confirming button has the same label. */
export function ConfirmButton({ icon, ...confirmation }: Confirmation & { icon: Icon }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" icon={icon} onClick={() => setOpen(true)}>
        {confirmation.confirmLabel}
      </Button>
      <ConfirmDialog {...confirmation} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
