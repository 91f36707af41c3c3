import type { Language } from '#contract/text/messages.ts'

const languages: Record<Language, string> = { tr: 'Türkçe', en: 'İngilizce' }

/** Saved replies: their list in the conversation. */
export const replyMessages = {
  title: 'Hazır yanıtlar',
  none: 'Henüz hazır yanıt yok',
  noneHint: 'Sık sorulanların yanıtını bir kez yazın; sonra her talepte birkaç tuşla ekleyin.',
  text: languages,
  open: 'Hazır yanıt ekle (/)',
  list: 'Hazır yanıtlar',
  language: 'Metnin dili',
  listHint: '↑ ↓ seçer, Enter ekler, Esc kapatır',
  onlyIn: (language: Language) => `yalnızca ${languages[language]}`,
  ofTeamMark: 'ekibin',
  found: (count: string) => `${count} hazır yanıt bulundu`,
  noMatch: (query: string) => `“${query}” ile eşleşen hazır yanıt yok.`,
  more: (count: string) => `${count} yanıt daha var; yazarak daraltın.`,
  manage: 'Düzenle',
  manageAll: 'Hazır yanıtları düzenle',
  unfilled: (names: string) => `Gönderilmedi: ${names} henüz doldurulmadı. Yerine metni yazın.`,
  sendAsIs: 'Olduğu gibi gönder',
}
