import { messages } from '#contract/messages.ts'
import { language } from '../language.ts'

export const securityMessages = messages({
  title: { tr: 'Hesap güvenliği', en: 'Account security' },
  about: { tr: 'Hesabınıza kimin, nereden girdiği burada.', en: 'Who gets into your account, and from where.' },
  sessions: { tr: 'Açık oturumlar', en: 'Where you are signed in' },
  sessionsAbout: {
    tr: 'Tanımadığınız bir oturum görürseniz kapatın, sonra parolanızı yenileyin.',
    en: 'If you see one that you do not know, end it and then reset your password.',
  },
  here: { tr: 'Bu cihaz', en: 'This device' },
  unknown: { tr: 'Bilinmeyen cihaz', en: 'Unknown device' },
  used: { tr: 'Son kullanım:', en: 'Last used:' },
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
