import type { Notification } from '#contract/notifications.ts'
import { notificationMessages as t } from '../../messages/current.ts'
import { isolate } from '../../ui/text/isolate.ts'

/** What happened, in words: `Deniz Kaya yanıtladı`. */
export const describeNotification = ({ kind, actorName }: Notification) =>
  t[kind](isolate(actorName ?? t.server))
