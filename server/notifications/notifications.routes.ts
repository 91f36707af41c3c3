import { notifications } from '#contract/notifications.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { followTicket, listNotifications, markRead } from './notifications.ts'
import {
  changePreferences,
  changeScope,
  readPreferences,
  resumeMails,
  unsubscribe,
} from './preferences.ts'

export default registerRoutes<typeof notifications, { signing: Signing }>(
  'notifications',
  notifications,
  {
    list: ({ db, actor, query }) => listNotifications(db, actor, query.size),
    read: ({ db, actor, body }) => markRead(db, actor, body),
    preferences: ({ db, actor }) => readPreferences(db, actor),
    setPreferences: ({ db, actor, body }) => changePreferences(db, actor, body),
    resumeMails: ({ db, actor }) => resumeMails(db, actor),
    setScope: ({ db, actor, body }) => changeScope(db, actor, body),
    follow: ({ db, actor, params, body, t }) => {
      const message = {
        follow: t.ticketFollowed,
        mute: t.ticketMuted,
        default: t.ticketUnfollowed,
      }[body.following]
      return withMessage(message, followTicket(db, actor, params.ticket, body.following))
    },
    unsubscribe: async ({ db, platform, body, t }) => {
      const { isOfTicket } = await unsubscribe(db, platform.signing, body)
      if (body.undo) return { message: isOfTicket ? t.unmutedByMail : t.mailsOnAgain }
      return { message: isOfTicket ? t.mutedByMail : t.unsubscribed }
    },
  },
)
