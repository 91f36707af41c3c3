import { useEffect, useRef, useState } from 'react'
import { notifications } from '#contract/notifications.ts'
import type { Ticket, TicketOfTeam } from '#contract/tickets.ts'
import { unseen } from '../browser/unseen.ts'
import { call } from '../data/api.ts'
import { isRefreshable, queryClient, queryFor, useRouteQuery } from '../data/queries.ts'
import { useMe } from '../identity/session/session.ts'

/** Marks the ticket as seen while its page and its newest message are in view; returns the first
 * message or note of someone else since the user's previous visit.
 * `isCurrent`: as the server has just sent it. */
export function useTicketNews(
  ticket: Ticket | TicketOfTeam | undefined,
  isCurrent: boolean,
): string | null {
  const me = useMe()
  const { data, dataUpdatedAt } = useRouteQuery(notifications.list)
  const [opened, setOpened] = useState<{ ticket: string; firstNew: string | null } | null>(null)
  const id = ticket?._id
  const isNew = ({ user, dateAdded }: { user: string; dateAdded: string }) =>
    user !== me._id && dateAdded > (ticket?.dateRead ?? '')
  if (ticket && isCurrent && opened?.ticket !== id) {
    const firstNew =
      ticket.dateRead === null
        ? undefined
        : [...ticket.conversation, ...('notes' in ticket ? ticket.notes : [])]
            .toSorted((a, b) => Date.parse(a.dateAdded) - Date.parse(b.dateAdded))
            .find(isNew)
    setOpened({ ticket: ticket._id, firstNew: firstNew?._id ?? null })
  }
  const isOpened = opened !== null && opened.ticket === id
  const listed = data?.notifications.filter(({ isRead }) => !isRead) ?? []
  const unread = listed.find(({ ticket }) => ticket === id)?._id
  const hasUnlisted = (data?.unread ?? 0) > listed.length // perhaps of this ticket
  const newest =
    ticket?.conversation.findLast(isNew)?._id ?? (ticket?.dateRead === null ? ticket._id : null)
  const seen = useRef<string | null>(null)
  const marked = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is still unread when the bell is fetched again is marked again
  useEffect(() => {
    if (!id || !isOpened) return
    const markRead = () => {
      if (document.visibilityState === 'hidden') {
        marked.current = null // what comes meanwhile may be beyond the bell's list
        return
      }
      if (!isCurrent || unseen.get()) return
      if (
        !unread &&
        !(hasUnlisted && marked.current !== id) &&
        (newest === null || newest === seen.current)
      )
        return
      seen.current = newest
      marked.current = id
      storeVisit(id, unread).catch(() => {
        seen.current = marked.current = null // repeated when the page is shown again
      })
    }
    markRead()
    document.addEventListener('visibilitychange', markRead)
    const unsubscribe = unseen.subscribe(markRead)
    return () => {
      document.removeEventListener('visibilitychange', markRead)
      unsubscribe()
    }
  }, [id, isOpened, isCurrent, unread, hasUnlisted, newest, dataUpdatedAt])
  return isOpened ? opened.firstNew : null
}

/** Marks other pages' data stale, and the bell's notifications up to
 * `newest` as read: the server may have stored another one since. */
async function storeVisit(ticket: string, newest = '') {
  const { unread } = await call(notifications.read, { body: { ticket } })
  const isSeen = (notification: { _id: string; ticket: string | null }) =>
    notification.ticket === ticket && notification._id <= newest
  queryClient.setQueryData(
    queryFor(notifications.list).queryKey,
    bell =>
      bell && {
        notifications: bell.notifications.map(each =>
          isSeen(each) ? { ...each, isRead: true } : each,
        ),
        unread,
      },
  )
  await queryClient.invalidateQueries({ predicate: isRefreshable, refetchType: 'none' })
}
