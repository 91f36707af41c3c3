import { soonDays } from '#contract/fields.ts'
import { daysAhead } from '#contract/home.ts'
import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const homeMessages = messages({
  hello: { tr: (name: string) => `Merhaba, ${name}`, en: (name: string) => `Hello, ${name}` },

  waitingForTeam: { tr: 'Yanıt bekleyen talepler', en: 'Tickets awaiting a reply' },
  noneForTeam: { tr: 'Yanıt bekleyen talep yok', en: 'No ticket awaits a reply' },
  noneForTeamHint: { tr: 'Müşterilerin yazdığı her mesaj yanıtlandı.', en: 'Every message from a customer has been answered.' },
  noneYet: { tr: 'Henüz talep yok', en: 'No tickets yet' },
  noneYetHint: { tr: 'Bir müşteri talep açtığında burada görünür.', en: 'When a customer opens a ticket it appears here.' },
  waitingCount: {
    tr: (count: string) => `${count} talep yanıt bekliyor`,
    en: (count: string) => (count === '1' ? '1 ticket awaits a reply' : `${count} tickets await a reply`),
  },
  newest: { tr: 'En yeni açık talepler', en: 'Newest open tickets' },
  noneOpen: { tr: 'Açık talep yok.', en: 'No open tickets.' },
  all: { tr: (count: string) => `Tümü (${count})`, en: (count: string) => `All (${count})` },

  waitingForYou: { tr: 'Yanıtınızı bekleyen talepler', en: 'Tickets waiting for you' },
  noneForYou: { tr: 'Sizden yanıt beklenen talep yok.', en: 'No ticket waits for an answer from you.' },
  yourCount: {
    tr: (count: string) => `${count} talep yanıtınızı bekliyor`,
    en: (count: string) => (count === '1' ? '1 ticket waits for you' : `${count} tickets wait for you`),
  },
  noneOfYours: { tr: 'Açık talebiniz yok', en: 'You have no open tickets' },
  noneOfYoursHint: {
    tr: 'Bir makinenizle ilgili yardım gerektiğinde yeni bir talep açın; yanıtlar burada görünür.',
    en: 'When you need help with a machine, open a new ticket; answers appear here.',
  },
  accounts: { tr: 'Hesaplarınız', en: 'Your accounts' },
  allAccounts: { tr: 'Bütün hesaplar', en: 'All accounts' },
  openTickets: {
    tr: (count: string) => `${count} açık talep`,
    en: (count: string) => (count === '1' ? '1 open ticket' : `${count} open tickets`),
  },
  noOpenTickets: { tr: 'Açık talep yok', en: 'No open tickets' },
  answered: { tr: (count: string) => `${count} yanıtlandı`, en: (count: string) => `${count} answered` },
  forWhich: { tr: 'Hangi hesap için?', en: 'For which account?' },

  figures: { tr: 'Özet', en: 'At a glance' },
  open: { tr: 'Açık', en: 'Open' },
  waiting: { tr: 'Yanıt bekleyen', en: 'Awaiting a reply' },
  openedThisWeek: { tr: 'Bu hafta açılan', en: 'Opened this week' },
  closedThisWeek: { tr: 'Bu hafta kapanan', en: 'Closed this week' },

  byWeek: { tr: 'Haftalara göre talepler', en: 'Tickets by week' },
  byWeekAbout: {
    tr: 'Son 12 hafta; çizgilerin ucundaki sayılar bu haftanın',
    en: 'The last 12 weeks; the numbers at the ends are this week’s',
  },
  week: { tr: 'Hafta', en: 'Week' },
  opened: { tr: 'Açılan', en: 'Opened' },
  closed: { tr: 'Kapanan', en: 'Closed' },
  inWeek: {
    tr: (week: string, opened: string, closed: string) => `${week}: ${opened} açıldı, ${closed} kapandı`,
    en: (week: string, opened: string, closed: string) => `${week}: ${opened} opened, ${closed} closed`,
  },
  byMachine: { tr: 'Makinelere göre açık talepler', en: 'Open tickets by machine' },
  byMachineAbout: { tr: 'En çok açık talebi olan modeller', en: 'The models with most open tickets' },
  machine: { tr: 'Makine', en: 'Machine' },
  openCount: { tr: 'Açık talep', en: 'Open tickets' },
  others: {
    tr: (count: string) => `Diğer ${count} model`,
    en: (count: string) => (count === '1' ? '1 other model' : `${count} other models`),
  },

  warranties: { tr: `Garantisi ${daysAhead} gün içinde bitecekler`, en: `Warranties ending within ${daysAhead} days` },
  noWarranties: { tr: `Önümüzdeki ${daysAhead} günde bitecek garanti yok.`, en: `No warranty ends in the next ${daysAhead} days.` },
  support: { tr: `Desteği ${daysAhead} gün içinde bitecekler`, en: `Support ending within ${daysAhead} days` },
  noSupport: { tr: `Önümüzdeki ${daysAhead} günde bitecek destek yok.`, en: `No support ends in the next ${daysAhead} days.` },
  soon: {
    tr: (count: string) => `${soonDays} gün içinde bitecek: ${count}`,
    en: (count: string) => `${count} end within ${soonDays} days`,
  },
  ended: { tr: (count: string) => `süresi dolmuş: ${count}`, en: (count: string) => `${count} already ended` },
  valid: { tr: (count: string) => `geçerli: ${count}`, en: (count: string) => `${count} valid` },

  firstSteps: { tr: 'İlk adımlar', en: 'First steps' },
  firstStepsAbout: {
    tr: 'Portalınız hazır. Müşterileriniz talep açabilsin diye sırayla:',
    en: 'Your portal is ready. So that your customers can open tickets:',
  },
  addCompany: { tr: 'İlk firmayı ekleyin', en: 'Add the first company' },
  addMachine: { tr: 'Kataloğa bir makine ekleyin', en: 'Add a machine to the catalogue' },
  assignMachine: { tr: 'Firmaya makinesini atayın', en: 'Assign the company its machine' },
  inviteUser: { tr: 'Firmadan bir kullanıcı davet edin', en: 'Invite a user of the company' },
  inviteStaff: { tr: 'Ekibinizden birini davet edin', en: 'Invite somebody of your team' },
  afterCompany: { tr: 'firma eklendikten sonra', en: 'after the company' },
  done: { tr: 'tamam', en: 'done' },
  hide: { tr: 'Gizle', en: 'Hide' },
})(language)
