import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { ticketMessages as t, withAdminMessages } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'

const CorrectionDialog = lazy(withAdminMessages(() => import('./CorrectionDialog.tsx')))

/** Opens the dialog in which the team corrects what a ticket says of itself. */
export function CorrectButton({ ticket }: { ticket: Ticket }) {
  const dialog = useDialog<Ticket>()
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div>
      <Button
        small
        variant="plain"
        icon={IconPencil}
        onClick={() => {
          setLoaded(true)
          dialog.open(ticket)
        }}
      >
        {t.correct}
      </Button>
      <Suspense fallback={null}>{isLoaded && <CorrectionDialog dialog={dialog} />}</Suspense>
    </div>
  )
}
