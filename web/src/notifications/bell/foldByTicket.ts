import type { Notification } from '#contract/notifications.ts'

/** What the bell shows of one ticket: its newest notification, and how many others it has. */
export type TicketGroup = { latest: Notification; others: number; isRead: boolean }

/** Folds notifications, newest first, by ticket; unread ones are apart from those that are read. */
export function foldByTicket(notifications: Notification[]): TicketGroup[] {
  const byTicket = Map.groupBy(notifications, ({ ticket, isRead }) => `${ticket} ${isRead}`)
  return Array.from(byTicket.values(), ([latest, ...others]) => ({
    latest: latest as Notification,
    others: others.length,
    isRead: (latest as Notification).isRead,
  }))
}
