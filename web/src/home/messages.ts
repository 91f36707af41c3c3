import { messages } from '#contract/messages.ts'
import { language } from '../language.ts'

export const homeMessages = messages({
  title: { tr: 'Ana sayfa', en: 'Home' },
  hello: { tr: (name: string) => `Merhaba, ${name}`, en: (name: string) => `Hello, ${name}` },
  newest: { tr: 'En yeni açık talepler', en: 'Newest open tickets' },
  count: {
    tr: (count: string) => `${count} açık talep var`,
    en: (count: string) => (count === '1' ? 'There is 1 open ticket' : `There are ${count} open tickets`),
  },
  none: { tr: 'Açık talep yok', en: 'No open tickets' },
  noneHint: { tr: 'Bir müşteri talep açtığında burada görünür.', en: 'When a customer opens a ticket it appears here.' },
  accounts: { tr: 'Hesaplarınız', en: 'Your accounts' },
  allTickets: { tr: 'Bütün talepler', en: 'All tickets' },
  noneHere: { tr: 'Açık talep yok.', en: 'No open tickets.' },
  newTicket: { tr: 'Yeni talep', en: 'New ticket' },
})(language)
