import { messages } from '#contract/messages.ts'
import { language } from '../../browser/language.ts'

export const reauthenticationMessages = messages({
  title: { tr: 'Kimliğinizi doğrulayın', en: 'Confirm that it is you' },
  about: {
    tr: (email: string) => `${email} olarak oturum açtınız. Devam etmek için siz olduğunuzu doğrulayın.`,
    en: (email: string) => `You are signed in as ${email}. Confirm that it is you to go on.`,
  },
  why: {
    tr: 'Parolanızı en son 15 dakikadan daha önce girdiniz. Ekranınızı açık bulan biri bunu yapamasın diye yeniden soruyoruz.',
    en: 'You last entered it more than 15 minutes ago. We ask again so that a person who finds your screen open cannot do this.',
  },
  useCode: { tr: 'Parola yerine giriş kodu kullan', en: 'Use a sign-in code instead' },
  usePassword: { tr: 'Giriş kodu yerine parola kullan', en: 'Use the password instead' },
  confirm: { tr: 'Doğrula ve devam et', en: 'Confirm and go on' },
})(language)
