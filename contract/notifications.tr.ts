import type { MailedEvent, NotificationKind } from './notifications.ts'

/** What has happened, by whom; the bell and pushes show it. */
export const notificationSentences: Record<NotificationKind, (name: string) => string> = {
  'ticket.opened': (name: string) => `${name} yeni bir talep açtı`,
  'ticket.assigned': (name: string) => `${name} talebi size atadı`,
  'ticket.unsnoozed': () => 'Ertelenen talebin zamanı geldi',
  'ticket.mentioned': (name: string) => `${name} bir iç notta sizden söz etti`,
  'ticket.noted': (name: string) => `${name} bir iç not yazdı`,
  'ticket.written': (name: string) => `${name} yazdı`,
  'ticket.answered': (name: string) => `${name} yanıtladı`,
  'ticket.answeredAndClosed': (name: string) => `${name} yanıtladı ve talebi kapattı`,
  'ticket.closed': (name: string) => `${name} talebi kapattı`,
  'ticket.reopened': (name: string) => `${name} talebi yeniden açtı`,
  'ticket.merged': (name: string) => `${name} başka bir talebi bu taleple birleştirdi`,
  'ticket.archived': (name: string) => `${name} talebi arşivledi`,
  'file.infected': () => 'Bir dosyada zararlı yazılım bulundu',
}

/** The mails of a kind. */
export const notificationMails: Record<NotificationKind, string> = {
  'ticket.opened': 'Yeni talepler',
  'ticket.assigned': 'Size atanan talepler',
  'ticket.unsnoozed': 'Zamanı gelen ertelenmiş talepler',
  'ticket.mentioned': 'Sizden söz edilen notlar',
  'ticket.noted': 'Ekip arkadaşlarının iç notları',
  'ticket.written': 'Müşterilerin mesajları',
  'ticket.answered': 'Destek ekibinin yanıtları',
  'ticket.answeredAndClosed': 'Yanıtlanarak kapatılan talepler',
  'ticket.closed': 'Kapatılan talepler',
  'ticket.reopened': 'Yeniden açılan talepler',
  'ticket.merged': 'Birleştirilen talepler',
  'ticket.archived': 'Arşivlenen talepler',
  'file.infected': 'Zararlı yazılım uyarıları',
}

/** A kind in the notification settings. */
export const notificationSettings: Record<NotificationKind, string> = {
  'ticket.opened': 'Yeni talep',
  'ticket.assigned': 'Size talep atandı',
  'ticket.unsnoozed': 'Ertelenen talep geri döndü',
  'ticket.mentioned': 'Bir iç notta sizden bahsedildi',
  'ticket.noted': 'Bir ekip arkadaşınız iç not yazdı',
  'ticket.written': 'Müşteri yazdı',
  'ticket.answered': 'Ekip yanıtladı',
  'ticket.answeredAndClosed': 'Ekip yanıtladı ve talebi kapattı',
  'ticket.closed': 'Talep kapatıldı',
  'ticket.reopened': 'Talep yeniden açıldı',
  'ticket.merged': 'Talepler birleştirildi',
  'ticket.archived': 'Talep arşivlendi',
  'file.infected': 'Zararlı yazılım bulundu',
}

/** What a mail says of an event; null where the message or note that the mail has says it. */
export const mailedChanges: Record<NotificationKind, (event: MailedEvent) => string | null> = {
  'ticket.opened': ({ name, recordedByName, isOfReader }) => {
    if (!recordedByName) return `${name} bu talebi açtı.`
    return isOfReader
      ? `${recordedByName} bu talebi sizin adınıza açtı.`
      : `${recordedByName} bu talebi ${name} adına açtı.`
  },
  'ticket.assigned': ({ name }) => `${name} bu talebi size atadı.`,
  'ticket.unsnoozed': () => 'Bu talebin ertelendiği zaman geldi.',
  'ticket.mentioned': ({ name }) => `${name} bu talepteki bir iç notta sizden söz etti.`,
  'ticket.noted': () => null,
  'ticket.written': () => null,
  'ticket.answered': () => null,
  'ticket.answeredAndClosed': ({ name }) => `${name} yanıtladı ve bu talebi kapattı.`,
  'ticket.closed': ({ name }) => `${name} bu talebi kapattı.`,
  'ticket.reopened': ({ name }) => `${name} bu talebi yeniden açtı.`,
  'ticket.merged': ({ name }) =>
    `${name} başka bir talebi bu taleple birleştirdi; yazışma burada sürüyor.`,
  'ticket.archived': ({ name }) => `${name} bu talebi arşivledi.`,
  'file.infected': () => 'Bu talepteki bir dosyada zararlı yazılım bulundu; dosya açılamaz.',
}
