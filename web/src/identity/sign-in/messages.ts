import { messages } from '#contract/messages.ts'
import { language } from '../../browser/language.ts'

export const sessionMessages = messages({
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
  signInAbout: { tr: 'Makineleriniz ve destek talepleriniz burada.', en: 'Your machines and support tickets are here.' },
  email: { tr: 'E-posta', en: 'E-mail' },
  password: { tr: 'Parola', en: 'Password' },
  newPassword: { tr: 'Yeni parola', en: 'New password' },
  repeatPassword: { tr: 'Parola (tekrar)', en: 'Repeat the password' },
  forgot: { tr: 'Parolamı unuttum', en: 'Forgot your password?' },
  noPortal: { tr: 'Portal bulunamadı', en: 'No portal here' },
  checkAddress: {
    tr: 'Adresi, makine satıcınızın size verdiği gibi yazdığınızdan emin olun.',
    en: 'Make sure that the address is as the vendor of your machines gave it to you.',
  },
  checkBoth: {
    tr: 'E-posta adresinizi ve parolanızı kontrol edip yeniden deneyin.',
    en: 'Check your e-mail address and your password, and try again.',
  },
  sessionEnded: {
    tr: 'Oturumunuz sona erdi. Kaldığınız yere dönmek için yeniden giriş yapın.',
    en: 'Your session has ended. Sign in again to return to where you were.',
  },
  demo: {
    tr: 'Bu bir deneme portalı. Giriş bilgileri hazır; “Giriş yap”a basmanız yeterli.',
    en: 'This is a demo portal: the form is filled in, just sign in.',
  },
  forgotTitle: { tr: 'Parolanızı yenileyin', en: 'Reset your password' },
  forgotAbout: {
    tr: 'E-posta adresinizi yazın, yeni parolanızı belirlemeniz için size bir bağlantı gönderelim.',
    en: 'Enter your e-mail address and we will send you a link to set a new password.',
  },
  send: { tr: 'Bağlantıyı gönder', en: 'Send the link' },
  sentTitle: { tr: 'E-posta kutunuza bakın', en: 'Check your e-mail' },
  backToSignIn: { tr: 'Girişe dön', en: 'Back to sign in' },
  activateTitle: { tr: 'Hesabınızı etkinleştirin', en: 'Activate your account' },
  activateAbout: { tr: 'Portala girmek için bir parola belirleyin.', en: 'Set a password to enter the portal.' },
  activate: { tr: 'Hesabı etkinleştir', en: 'Activate the account' },
  resetTitle: { tr: 'Yeni parola belirleyin', en: 'Set a new password' },
  resetAbout: { tr: 'Bundan sonra bu parolayla giriş yapacaksınız.', en: 'From now on you will sign in with this password.' },
  reset: { tr: 'Parolayı kaydet', en: 'Save the password' },
  long: { tr: 'En az 8 karakter', en: 'Password has at least 8 characters' },
  number: { tr: 'En az bir rakam', en: 'Password has a number' },
  capital: { tr: 'En az bir büyük harf', en: 'Password contains capital letters' },
  match: { tr: 'İki parola aynı', en: 'Passwords match' },
  met: { tr: 'tamam', en: 'done' },
  unmet: { tr: 'eksik', en: 'missing' },
  rules: { tr: 'Parola kuralları', en: 'Password rules' },
  rulesUnmet: { tr: 'Güvenli bir parola için eksik kuralları tamamlayın.', en: 'Please complete required prompts for secure password' },
  linkMissing: {
    tr: 'Bu bağlantı eksik. Size gelen bağlantının tamamını açtığınızdan emin olun.',
    en: 'This link is incomplete. Make sure that you opened all of the link you were sent.',
  },
  linkEnded: {
    tr: 'Bu bağlantı artık geçerli değil. Daha önce kullanılmış, süresi dolmuş ya da yerine yenisi gönderilmiş olabilir.',
    en: 'This link no longer works. It may have been used already, have expired, or have been replaced by a newer one.',
  },
  inviteNextStep: {
    tr: 'Parolanızı daha önce belirlediyseniz giriş yapın. Belirlemediyseniz yöneticinizden yeni bir davet isteyin.',
    en: 'If you have set your password before, sign in. If not, ask your administrator for a new invitation.',
  },
  resetNextStep: {
    tr: 'Yeni bir bağlantı isteyin; birazdan e-posta kutunuzda olur.',
    en: 'Ask for a new link; it will be in your inbox shortly.',
  },
  newLink: { tr: 'Yeni bağlantı iste', en: 'Get a new link' },
  doneTitle: { tr: 'Her şey hazır', en: 'You are all set' },
  done: { tr: (email: string) => `E-posta adresiniz: ${email}`, en: (email: string) => `Your e-mail address: ${email}` },
  doneWithoutName: { tr: 'Artık giriş yapabilirsiniz.', en: 'You can sign in now.' },

  verifyTitle: { tr: 'Telefonunuzu doğrulayın', en: 'Verify your phone' },
  verifyAbout: {
    tr: (phone: string) => `${phone} numaralı telefona gönderilen 6 haneli kodu yazın.`,
    en: (phone: string) => `Enter the 6-digit code that was sent to ${phone}.`,
  },
  code: { tr: 'Doğrulama kodu', en: 'Verification code' },
  digit: { tr: (place: number) => `${place}. hane`, en: (place: number) => `Digit ${place}` },
  verify: { tr: 'Doğrula', en: 'Verify' },
  codeIncomplete: { tr: 'Kodun altı hanesini de yazın.', en: 'Enter all six digits of the code.' },
  resendCode: { tr: 'Kodu yeniden gönder', en: 'Send the code again' },
  verifyUnused: {
    tr: 'Telefon doğrulama henüz kullanımda değil; kod gönderilmez.',
    en: 'Phone verification is not in use yet; no code is sent.',
  },
  verifiedTitle: { tr: 'Hesabınız doğrulandı', en: 'Your account is verified' },
  verified: {
    tr: 'Kaydınız tamamlandı; portalı kullanmaya başlayabilirsiniz.',
    en: 'Your registration is complete; you can start using the portal.',
  },
  settingsInMenu: {
    tr: 'Ayarlara menüden ulaşabilirsiniz.',
    en: 'You can reach your settings from the menu.',
  },
  toHome: { tr: 'Ana sayfaya git', en: 'Go to the home page' },
})(language)
