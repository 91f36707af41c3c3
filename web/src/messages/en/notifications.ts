import { notificationSentences } from '#contract/notifications.en.ts'
import type { notificationMessages as tr } from '../tr/notifications.ts'

export const notificationMessages: typeof tr = {
  bell: 'Notifications',
  bellUnread: (count: string) =>
    `Notifications: unread on ${count} ticket${count === '1' ? '' : 's'}`,
  markAllRead: 'Mark all as read',
  none: 'No notifications yet.',
  noneHint: 'What happens on your tickets appears here.',
  more: (count: number) =>
    count === 1 ? 'and one more notification' : `and ${count} more notifications`,
  unread: 'unread',
  all: 'All notifications',
  unreadTitle: 'Unread',
  readTitle: 'Read',
  server: 'The portal',
  ...notificationSentences,

  permit: 'Allow notifications',
  pushFailed: 'Notifications could not be turned on or off. Try again in a moment.',
  pushOffer: 'Know what happens while the portal is closed.',
  dismissOffer: 'Not now',

  following: 'Notifications',
  followers: (names: string) => `Also followed by ${names}`,
  followings: { default: 'As in my settings', follow: 'Follow', mute: 'Mute' },
}
