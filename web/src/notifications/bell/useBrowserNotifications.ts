import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Notification as PortalNotification } from '#contract/notifications.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useSiteName } from '../../data/portal.ts'
import { useMe } from '../../identity/session/session.ts'
import { browserPermission, isPushOn } from '../push/browserSupport.ts'

/** Only while no page of the portal is visible, where the
 * user permits it and notifications are not pushed. */
export function useBrowserNotifications(
  notifications: PortalNotification[] | undefined,
  area: Area,
) {
  const newest = useRef<string | null>(null)
  const router = useRouter()
  const me = useMe()
  const siteName = useSiteName()
  useEffect(() => {
    if (!notifications) return
    const since = newest.current
    newest.current = notifications.reduce((id, { _id }) => (_id > id ? _id : id), since ?? '')
    if (
      since === null ||
      document.visibilityState === 'visible' ||
      browserPermission() !== 'granted' ||
      isPushOn(me._id)
    )
      return
    const unread = notifications
      .filter(({ _id, isRead, browser }) => _id > since && !isRead && browser)
      .reverse()
    if (unread.length === 0) return
    const show = async () => {
      const { showNotifications } = await import('./showNotifications.ts')
      await showNotifications(unread, siteName, ({ company, ticket, message }) =>
        router.navigate({ to: paths.ticket(area, company, ticket), hash: message ?? '' }),
      )
    }
    show().catch(() => {}) // the bell has them too
  }, [notifications, area, router, me._id, siteName])
}
