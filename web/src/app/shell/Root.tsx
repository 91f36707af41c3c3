import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePortal } from '../../data/portal.ts'
import { toast } from '../../data/toasts.ts'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { SiteName } from '../../ui/layout/SiteName.ts'

/** Around every page: the portal's name, no failures of the page before, and the focus on the title of each new page. */
export function Root() {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && toast.leave()), [router])
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusTitle()
      }),
    [router],
  )
  return (
    <SiteName value={usePortal()?.name ?? 'Tezgah'}>
      <Outlet />
    </SiteName>
  )
}
