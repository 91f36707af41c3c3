import { notificationSentences } from '#contract/notifications.tr.ts'

export const notificationMessages = {
  bell: 'Bildirimler',
  bellUnread: (count: string) => `Bildirimler: ${count} talepte okunmamış`,
  markAllRead: 'Tümünü okundu say',
  none: 'Henüz bildirim yok.',
  noneHint: 'Taleplerinizdeki gelişmeleri burada görürsünüz.',
  more: (count: number) => `ve ${count} bildirim daha`,
  unread: 'okunmamış',
  all: 'Tüm bildirimler',
  unreadTitle: 'Okunmamış',
  readTitle: 'Okunmuş',
  server: 'Portal',
  ...notificationSentences,

  permit: 'Bildirimlere izin ver',
  pushFailed: 'Bildirimler açılamadı ya da kapatılamadı. Biraz sonra yeniden deneyin.',
  pushOffer: 'Portal kapalıyken de haberiniz olsun.',
  dismissOffer: 'Şimdi değil',

  following: 'Bildirimler',
  followers: (names: string) => `Takip edenler: ${names}`,
  followings: { default: 'Ayarlarıma göre', follow: 'Takip et', mute: 'Sessize al' },
}
