import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '#platform/database/database.ts'

export type Events = {
  /** `email` is encrypted: it can be any address. */
  'password.requested': {
    email: string
    domain: string
    address: string
    device: string
    request: string
  }
  'file.stored': { file: string }
  'file.removed': { file: string }
  'file.infected': { file: string; event: string }
  'ticket.changed': TicketChanged
  /** due dates are left to compute */
  'targets.changed': Record<never, never>
  'message.retracted': { message: string }
  'merge.undone': { ticket: string }
  /** at `date`, unless it was changed since */
  'ticket.snoozed': { ticket: string; date: string }
  'mail.received': { mail: string }
  /** `event` is that of the notification, `subscription` one browser of its recipient. */
  'push.queued': { subscription: string; event: string }
}
/** `event` is an id ordered by time; without an `actor` it was the server. Nobody but
 * the `assignee` is told of an assignment, and of a `note` the team alone. */
export type TicketChanged = {
  event: string
  kind: NotificationKind
  ticket: string
  domain: string
  actor?: string
  message?: string
  note?: string
  assignee?: string
}
export type EventName = keyof Events

/** Enqueues a job in the change's own transaction; `reactions.ts`
 * runs it after the commit, or `delay` seconds later. */
export const recordEvent = <E extends EventName>(
  db: Db,
  event: E,
  subject: Events[E],
  delay?: number,
) => db.jobs.send(db, event, subject, undefined, delay)
