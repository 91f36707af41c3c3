import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { paths } from '#contract/paths.ts'
import { pressControlOf, useShortcuts } from '../../browser/shortcuts.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

const isListed = createStore(false)
export const listShortcuts = () => isListed.set(true)

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

/** The keys of the team's pages, and their list behind `?`. */
export function Shortcuts({ area }: { area: 'admin' | 'staff' }) {
  const opened = useStore(isListed)
  const navigate = useNavigate()
  useShortcuts(key => {
    if (key === '?') listShortcuts()
    else if (key === 'q')
      void navigate({ to: paths.allTickets(area), search: { status: 'waiting' } })
    else return pressControlOf(key)
    return true
  })
  return (
    <Dialog opened={opened} onClose={() => isListed.set(false)} title={t.shortcuts}>
      {opened && <ShortcutList />}
    </Dialog>
  )
}
