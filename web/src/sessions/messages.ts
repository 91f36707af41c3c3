import { messages } from '#contract/messages.ts'
import { language } from '../language.ts'

export const sessionMessages = messages({
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
  signInAbout: { tr: 'Destek talepleriniz ve makineleriniz burada.', en: 'Your support tickets and machines are here.' },
  email: { tr: 'E-posta', en: 'E-mail' },
  password: { tr: 'Parola', en: 'Password' },
  newPassword: { tr: 'Yeni parola', en: 'New password' },
  repeatPassword: { tr: 'Parola (tekrar)', en: 'Repeat the password' },
  forgot: { tr: 'Parolamı unuttum', en: 'Forgot your password?' },
  sessionEnded: {
    tr: 'Oturumunuz sona erdi. Kaldığınız yere dönmek için yeniden giriş yapın.',
    en: 'Your session has ended. Sign in again to return to where you were.',
  },
  demo: {
    tr: 'Bu bir deneme portalı: giriş bilgileri hazır, “Giriş yap” yeterli.',
    en: 'This is a demo portal: the form is filled in, just sign in.',
  },
  forgotTitle: { tr: 'Parolanızı yenileyin', en: 'Reset your password' },
  forgotAbout: {
    tr: 'E-posta adresinizi yazın; size yeni parola belirleyeceğiniz bir bağlantı gönderelim.',
    en: 'Enter your e-mail address and we will send you a link to set a new password.',
  },
  send: { tr: 'Bağlantı gönder', en: 'Send the link' },
  sentTitle: { tr: 'E-postanıza bakın', en: 'Check your e-mail' },
  backToSignIn: { tr: 'Girişe dön', en: 'Back to sign in' },
  activateTitle: { tr: 'Hesabınızı etkinleştirin', en: 'Activate your account' },
  activateAbout: { tr: 'Portala girmek için bir parola belirleyin.', en: 'Set a password to enter the portal.' },
  activate: { tr: 'Hesabı etkinleştir', en: 'Activate the account' },
  resetTitle: { tr: 'Yeni parola belirleyin', en: 'Set a new password' },
  resetAbout: { tr: 'Bundan sonra bu parolayla giriş yapacaksınız.', en: 'From now on you will sign in with this password.' },
  reset: { tr: 'Parolayı kaydet', en: 'Save the password' },
  long: { tr: 'Parola en az 8 karakter', en: 'Password is at least 8 characters long' },
  number: { tr: 'Parolada rakam var', en: 'Password has a number' },
  capital: { tr: 'Parolada büyük harf var', en: 'Password contains capital letters' },
  match: { tr: 'Parolalar aynı', en: 'Passwords match' },
  met: { tr: 'tamam', en: 'done' },
  unmet: { tr: 'eksik', en: 'missing' },
  rules: { tr: 'Parola kuralları', en: 'Password rules' },
  rulesUnmet: { tr: 'Güvenli bir parola için eksik koşulları tamamlayın.', en: 'Please complete required prompts for secure password' },
  brokenLink: {
    tr: 'Bu bağlantı eksik. E-postadaki bağlantıyı yeniden açın ya da yenisini isteyin.',
    en: 'This link is incomplete. Open the link in the e-mail again, or ask for a new one.',
  },
  doneTitle: { tr: 'Parolanız kaydedildi', en: 'Your password is saved' },
  done: { tr: (email: string) => `${email} adresiyle giriş yapabilirsiniz.`, en: (email: string) => `You can now sign in as ${email}.` },
  doneNameless: { tr: 'Artık giriş yapabilirsiniz.', en: 'You can sign in now.' },
})(language)
