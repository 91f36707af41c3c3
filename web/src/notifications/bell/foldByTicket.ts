import type { Notification } from '#contract/notifications.ts'

/** What is shown of one ticket: its newest notification, and how many others it has. */
export type TicketGroup = { latest: Notification; others: number; isRead: boolean }

/** Folds notifications, newest first, by ticket: first those that are unread, then those read. */
export function foldByTicket(notifications: Notification[]): TicketGroup[] {
  const byTicket = Map.groupBy(notifications, ({ ticket, isRead }) => `${ticket} ${isRead}`)
  const groups = Array.from(byTicket.values(), ([latest, ...others]) => ({
    latest: latest as Notification,
    others: others.length,
    isRead: (latest as Notification).isRead,
  }))
  return groups.toSorted((a, b) => Number(a.isRead) - Number(b.isRead))
}
