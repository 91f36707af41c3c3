import { messages } from '#contract/messages.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import { language } from '../browser/language.ts'

export const mailMessages = messages({
  title: { tr: 'E-postalar', en: 'Mail' },
  about: {
    tr: `Gönderilemeyen ve gönderilmeyi bekleyen e-postalar. Gönderilemeyenler ${jobRetentionDays} gün saklanır; gönderilenler burada görünmez.`,
    en: `Mail that could not be sent, and mail that waits. What could not be sent is kept for ${jobRetentionDays} days; what was sent is not shown here.`,
  },
  statusFilter: { tr: 'Duruma göre süz', en: 'Filter by status' },
  all: { tr: 'Tümü', en: 'All' },
  failedOnes: { tr: 'Başarısız', en: 'Failed' },
  waitingOnes: { tr: 'Bekleyen', en: 'Waiting' },
  to: { tr: 'Alıcı', en: 'Recipient' },
  kind: { tr: 'Tür', en: 'Kind' },
  status: { tr: 'Durum', en: 'Status' },
  failed: { tr: 'Gönderilemedi', en: 'Failed' },
  waiting: { tr: 'Bekliyor', en: 'Waiting' },
  sending: { tr: 'Gönderiliyor', en: 'Being sent' },
  noAnswer: {
    tr: 'E-posta sunucusundan yanıt yok; ayrıntısı sunucu günlüğünde.',
    en: "No answer from the mail server; the server's log has more.",
  },
  tries: { tr: 'Deneme', en: 'Tries' },
  dateTried: { tr: 'Son deneme', en: 'Last try' },
  notTried: { tr: 'Henüz denenmedi', en: 'Not tried yet' },
  next: { tr: (when: string) => `sonraki: ${when}`, en: (when: string) => `next: ${when}` },
  now: { tr: 'sonraki: birazdan', en: 'next: in a moment' },
  retry: { tr: 'Yeniden dene', en: 'Try again' },
  retryAll: { tr: 'Tümünü yeniden dene', en: 'Try all again' },
  askRetryAll: { tr: 'Tümü yeniden denensin mi?', en: 'Try all again?' },
  retryAllAbout: {
    tr: 'Gönderilemeyen bütün e-postalar şimdi yeniden denenir.',
    en: 'Every mail that could not be sent is tried again now.',
  },
  discard: { tr: 'Vazgeç', en: 'Discard' },
  askDiscard: { tr: 'Bu e-postadan vazgeçilsin mi?', en: 'Discard this mail?' },
  discardAbout: {
    tr: 'E-posta gönderilmez. Davet ya da parola isteği geçerli kalır; daveti sonra yeniden gönderebilirsiniz.',
    en: 'The mail is not sent. An invitation or a request for a password stays valid; you can send an invitation again later.',
  },
  none: { tr: 'Bekleyen e-posta yok', en: 'No mail waits' },
  noneHint: {
    tr: 'Gönderilemeyen ya da gönderilmeyi bekleyen bir e-posta olursa burada görünür.',
    en: 'Mail that cannot be sent, or waits to be, appears here.',
  },
  noneFailed: { tr: 'Gönderilemeyen e-posta yok', en: 'No mail has failed' },
  test: { tr: 'Deneme e-postası gönder', en: 'Send a test mail' },
  testTitle: { tr: 'Deneme e-postası', en: 'Test mail' },
  testSent: {
    tr: (address: string) => `E-posta sunucusu, ${address} adresine gönderilen e-postayı kabul etti. Gelen kutunuza bakın.`,
    en: (address: string) => `The mail server has accepted the mail to ${address}. Look into your inbox.`,
  },
  testFailed: {
    tr: (address: string) => `${address} adresine e-posta gönderilemedi.`,
    en: (address: string) => `The mail to ${address} could not be sent.`,
  },
  testInFolder: {
    tr: 'Bu kurulumda e-posta sunucusu ayarlanmamış (SMTP_URL). E-posta gönderilmedi; sunucuda, veri klasöründeki (DATA_DIR) mail klasörüne yazıldı.',
    en: 'This installation has no mail server set (SMTP_URL). The mail was not sent; it was written on the server, into the folder mail of its data folder (DATA_DIR).',
  },
  seeMailbox: { tr: 'Posta kutusunda görün', en: 'See it in the mailbox' },
  testNotWritten: {
    tr: 'Bu kurulumda e-posta sunucusu ayarlanmamış (SMTP_URL) ve e-posta dosyaya da yazılamadı.',
    en: 'This installation has no mail server set (SMTP_URL), and the mail could not be written to a file either.',
  },
  answer: { tr: 'Sunucunun yanıtı', en: "The server's answer" },
  failedCount: {
    tr: (count: string) => `${count} e-posta gönderilemedi.`,
    en: (count: string) => (count === '1' ? '1 mail could not be sent.' : `${count} mails could not be sent.`),
  },
  openMails: { tr: 'E-postalara bakın', en: 'See mail' },
})(language)
