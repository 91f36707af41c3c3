import { useBlocker } from '@tanstack/react-router'
import { token } from '../../data/api.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

/** Asks before the page is left during an upload; the browser asks before it is closed. */
export function LeaveGuard({ isSending }: { isSending: boolean }) {
  const blocker = useBlocker({
    // A user who signs out has decided; another order or filter is the same page.
    shouldBlockFn: ({ current, next }) =>
      isSending && token.read() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => isSending,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t.leaveTitle}
      about={<p>{t.leaveAbout}</p>}
      confirmLabel={t.leave}
      danger
      onConfirm={async () => blocker.proceed?.()}
    />
  )
}
