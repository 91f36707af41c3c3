import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { returning } from '../../browser/returning.ts'
import { toast } from '../../data/toasts.ts'
import { useLanguage } from '../../messages/current.ts'
import { focusTitle } from '../../ui/layout/focusTitle.ts'

/** Sets the document's language, tells pages of Back and Forward, dismisses the errors
 * of the page that is left, and moves the focus to the title of each new page. */
export function Root() {
  const router = useRouter()
  const language = useLanguage()
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(
    () =>
      router.history.subscribe(({ action: { type } }) =>
        returning.set(type !== 'PUSH' && type !== 'REPLACE'),
      ),
    [router],
  )
  useEffect(
    () =>
      router.subscribe(
        'onBeforeNavigate',
        ({ pathChanged }) => pathChanged && toast.dismissErrors(),
      ),
    [router],
  )
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusTitle()
      }),
    [router],
  )
  return <Outlet />
}
