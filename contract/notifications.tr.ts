import type { NotificationKind } from './notifications.ts'

/** What has happened, by whom; the bell and pushes show it. */
export const notificationSentences = {
  'ticket.opened': (name: string) => `${name} yeni bir talep açtı`,
  'ticket.assigned': (name: string) => `${name} talebi size atadı`,
  'ticket.unsnoozed': () => 'Ertelenen talebin zamanı geldi',
  'ticket.mentioned': (name: string) => `${name} bir iç notta sizden söz etti`,
  'ticket.noted': (name: string) => `${name} bir iç not yazdı`,
  'ticket.written': (name: string) => `${name} yazdı`,
  'ticket.answered': (name: string) => `${name} yanıtladı`,
  'ticket.closed': (name: string) => `${name} talebi kapattı`,
  'ticket.reopened': (name: string) => `${name} talebi yeniden açtı`,
  'ticket.merged': (name: string) => `${name} başka bir talebi bu taleple birleştirdi`,
  'ticket.archived': (name: string) => `${name} talebi arşivledi`,
  'file.infected': () => 'Bir dosyada zararlı yazılım bulundu',
} satisfies Record<NotificationKind, (name: string) => string>

/** The mails of a kind. */
export const notificationMails = {
  'ticket.opened': 'Yeni talepler',
  'ticket.assigned': 'Size atanan talepler',
  'ticket.unsnoozed': 'Zamanı gelen ertelenmiş talepler',
  'ticket.mentioned': 'Sizden söz edilen notlar',
  'ticket.noted': 'Ekip arkadaşlarının iç notları',
  'ticket.written': 'Müşterilerin mesajları',
  'ticket.answered': 'Destek ekibinin yanıtları',
  'ticket.closed': 'Kapatılan talepler',
  'ticket.reopened': 'Yeniden açılan talepler',
  'ticket.merged': 'Birleştirilen talepler',
  'ticket.archived': 'Arşivlenen talepler',
  'file.infected': 'Zararlı yazılım uyarıları',
} satisfies Record<NotificationKind, string>
