import { useEffect } from 'react'
import { notifications } from '#contract/notifications.ts'
import { unread } from '../../browser/unread.ts'
import { pollInterval } from '../../data/live.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { followUnread } from './badge.ts'

/** The user's notifications; sets the count in the titles of
 * all pages and at the icon, and the dots in lists. */
export function useBell() {
  const query = useRouteQuery(
    notifications.list,
    {},
    { refetchInterval: () => pollInterval('bell'), refetchIntervalInBackground: true },
  )
  const { data } = query
  useEffect(() => {
    if (!data) return
    const tickets = new Set(
      data.notifications.flatMap(({ ticket, isRead }) => (isRead ? [] : ticket)),
    )
    unread.set({ count: data.unread, tickets })
  }, [data])
  useEffect(() => {
    const stop = followUnread()
    return () => {
      unread.set({ count: 0, tickets: new Set() }) // signed out
      stop()
    }
  }, [])
  return query
}
