import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const auditMessages = messages({
  title: { tr: 'Denetim kaydı', en: 'Audit' },
  about: {
    tr: 'Kim, neyi, ne zaman, nereden yaptı. Kayıtlar değiştirilemez; saklama süreleri dolmadan silinemez.',
    en: 'Who did what to what, when and from where. Nobody can change an entry, or delete one before its time is over.',
  },
  action: { tr: 'İşlem', en: 'Action' },
  person: { tr: 'Kişi', en: 'Person' },
  subject: { tr: 'Konu', en: 'Subject' },
  when: { tr: 'Zaman', en: 'Time' },
  from: { tr: 'Nereden', en: 'From' },
  anonymous: { tr: 'Oturum açmamış biri', en: 'Someone not signed in' },
  command: { tr: 'Sunucuda çalıştırılan komut', en: 'A command on the server' },
  read: { tr: 'Yönetici sayfasını açmak istedi', en: "Tried to read an administrator's page" },
  refused: { tr: 'Reddedildi', en: 'Refused' },
  refusedAs: { tr: (why: string) => `Reddedildi: ${why}`, en: (why: string) => `Refused: ${why}` },
  moreNetworks: {
    tr: (count: number, all: boolean) => `ve ${all ? count : `en az ${count}`} ağ daha`,
    en: (count: number, all: boolean) => `and ${all ? '' : 'at least '}${count} more ${count === 1 ? 'network' : 'networks'}`,
  },
  outcomeFilter: { tr: 'Sonuca göre süz', en: 'Filter by outcome' },
  all: { tr: 'Tümü', en: 'All' },
  done: { tr: 'Yapılanlar', en: 'Done' },
  refusals: { tr: 'Reddedilenler', en: 'Refused' },
  periodFilter: { tr: 'Döneme göre süz', en: 'Filter by time' },
  anyTime: { tr: 'Tüm zamanlar', en: 'Any time' },
  day: { tr: 'Son 24 saat', en: 'Last 24 hours' },
  week: { tr: 'Son 7 gün', en: 'Last 7 days' },
  month: { tr: 'Son 30 gün', en: 'Last 30 days' },
  anyAction: { tr: 'Tüm işlemler', en: 'Any action' },
  actionFilter: { tr: 'İşleme göre süz', en: 'Filter by action' },
  export: { tr: 'CSV olarak indir', en: 'Download as CSV' },
  file: { tr: 'denetim.csv', en: 'audit.csv' },
  none: { tr: 'Burada kayıt yok', en: 'Nothing here' },
  noneHint: {
    tr: 'Yapılan her değişiklik burada görünür.',
    en: 'Every change appears here.',
  },
})(language)
