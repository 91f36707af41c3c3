import { messages } from '#contract/messages.ts'
import { language } from '../../browser/language.ts'

export const securityMessages = messages({
  title: { tr: 'Hesap güvenliği', en: 'Account security' },
  about: { tr: 'Hesabınıza kimin, nereden girdiği burada.', en: 'Where you are signed in, and how you sign in.' },
  sessions: { tr: 'Açık oturumlar', en: 'Where you are signed in' },
  sessionsAbout: {
    tr: 'Tanımadığınız bir oturum görürseniz kapatın, sonra',
    en: 'If you do not recognise one, end it and then',
  },
  resetPassword: { tr: 'parolanızı yenileyin', en: 'reset your password' },
  here: { tr: 'Bu cihaz', en: 'This device' },
  unknown: { tr: 'Bilinmeyen cihaz', en: 'Unknown device' },
  used: { tr: 'Son kullanım:', en: 'Last used:' },
  now: { tr: 'şimdi', en: 'now' },
  end: { tr: 'Oturumu kapat', en: 'Sign out' },
  endOf: { tr: (device: string) => `Oturumu kapat: ${device}`, en: (device: string) => `Sign out: ${device}` },
  askEnd: { tr: 'Bu oturum kapatılsın mı?', en: 'Sign out there?' },
  endAbout: { tr: 'O cihazda hemen yeniden giriş yapılması gerekir.', en: 'That device has to sign in again at once.' },
  endOthers: { tr: 'Diğer bütün oturumları kapat', en: 'Sign out everywhere else' },
  askEndOthers: { tr: 'Diğer bütün oturumlar kapatılsın mı?', en: 'Sign out everywhere else?' },
  endOthersAbout: {
    tr: 'Bu cihaz dışında her yerde hemen yeniden giriş yapılması gerekir.',
    en: 'Every device but this one has to sign in again at once.',
  },
})(language)
