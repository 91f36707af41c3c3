import { useBlocker } from '@tanstack/react-router'
import { token } from '../data/api.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { fileMessages as t } from './messages.ts'

/** Asks before the page is left while something is being uploaded; the browser asks before it is closed. */
export function LeaveGuard({ running }: { running: boolean }) {
  const leaving = useBlocker({
    // Who has signed out has decided; another order or filter is the same page.
    shouldBlockFn: ({ current, next }) => running && token.read() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => running,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      ask={t.leaveTitle}
      about={<p>{t.leaveAbout}</p>}
      yes={t.leave}
      danger
      onYes={async () => leaving.proceed?.()}
    />
  )
}
