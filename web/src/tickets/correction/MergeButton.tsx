import { IconArrowMerge } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets.ts'
import { ticketMessages as t, withAdminMessages } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'

const MergeDialog = lazy(withAdminMessages(() => import('./MergeDialog.tsx')))

export function MergeButton({ ticket, area }: { ticket: Ticket; area: Area }) {
  const dialog = useDialog()
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div>
      <Button
        small
        variant="plain"
        icon={IconArrowMerge}
        onClick={() => {
          setLoaded(true)
          dialog.open()
        }}
      >
        {t.merge}
      </Button>
      <Suspense fallback={null}>
        {isLoaded && <MergeDialog ticket={ticket} area={area} dialog={dialog} />}
      </Suspense>
    </div>
  )
}
