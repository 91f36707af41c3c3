import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { ticketMessages as t, withAdminMessages } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import classes from './CorrectButton.module.css'

const CorrectionDialog = lazy(withAdminMessages(() => import('./CorrectionDialog.tsx')))

/** Opens the dialog in which the team corrects what a ticket says of itself. */
export function CorrectButton({ ticket }: { ticket: Ticket }) {
  const dialog = useDialog<Ticket>()
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      <IconButton
        className={classes.correct}
        icon={IconPencil}
        label={t.correct}
        aria-haspopup="dialog"
        onClick={() => {
          setLoaded(true)
          dialog.open(ticket)
        }}
      />
      <Suspense fallback={null}>{isLoaded && <CorrectionDialog dialog={dialog} />}</Suspense>
    </>
  )
}
