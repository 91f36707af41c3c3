import { messages } from '#contract/messages.ts'
import { language } from '../language.ts'

export const secondFactorMessages = messages({
  title: { tr: 'İki adımlı giriş', en: 'Two-step sign-in' },
  about: {
    tr: 'Girerken parolanızın yanında telefonunuzdaki doğrulama uygulamasının kodu da istenir; parolanızı öğrenen biri hesabınıza giremez.',
    en: 'Signing in also takes a code of the authenticator app on your phone, so that nobody gets in who only learns your password.',
  },
  on: { tr: 'Açık', en: 'On' },
  off: { tr: 'Kapalı', en: 'Off' },
  codesLeft: {
    tr: (count: number) => `Kalan kurtarma kodu: ${count}`,
    en: (count: number) => `Recovery codes left: ${count}`,
  },
  fewCodes: { tr: 'Yakında yenilerini alın.', en: 'Make new ones soon.' },
  requiredHere: { tr: 'Portalınız zorunlu tutuyor; kapatılamaz.', en: 'Your portal requires it, so it cannot be turned off.' },
  turnOn: { tr: 'İki adımlı girişi aç', en: 'Turn on two-step sign-in' },
  turnOff: { tr: 'İki adımlı girişi kapat', en: 'Turn off two-step sign-in' },
  renew: { tr: 'Yeni kurtarma kodları', en: 'New recovery codes' },
  renewAbout: { tr: 'Önceki kodların hepsi geçersiz olur.', en: 'All codes before them end.' },
  passwordAgain: { tr: 'Parolanız', en: 'Your password' },
  passwordWhy: {
    tr: 'Ekranınızı açık bulan biri bunu yapamasın diye.',
    en: 'So that nobody who finds your screen open can do this.',
  },
  goOn: { tr: 'Devam et', en: 'Go on' },
  anyCode: { tr: 'Uygulamadaki kod ya da bir kurtarma kodu', en: 'A code of the app, or a recovery code' },

  scan: {
    tr: 'Telefonunuzdaki doğrulama uygulamasıyla (Google Authenticator, Microsoft Authenticator, 1Password ve benzerleri) bu kareyi okutun.',
    en: 'Scan this square with the authenticator app on your phone (Google Authenticator, Microsoft Authenticator, 1Password and the like).',
  },
  qr: { tr: 'Doğrulama uygulaması için QR kodu', en: 'QR code for the authenticator app' },
  typeIt: { tr: 'Okutamıyorsanız uygulamaya bu anahtarı yazın:', en: 'If you cannot scan it, type this key into the app:' },
  openApp: { tr: 'Uygulama bu telefondaysa: uygulamada aç', en: 'If the app is on this phone: open it there' },
  thenCode: { tr: 'Uygulamanın gösterdiği 6 haneli kod', en: 'The 6-digit code that the app shows' },
  confirm: { tr: 'Kodu doğrula ve aç', en: 'Check the code and turn on' },

  codesTitle: { tr: 'Kurtarma kodlarınız', en: 'Your recovery codes' },
  codesAbout: {
    tr: 'Telefonunuz yanınızda değilse bunlarla girersiniz; her biri bir kez geçer. Bir daha gösterilmez, şimdi güvenli bir yere kaydedin.',
    en: 'You sign in with these when you do not have your phone; each works once. They are not shown again, so keep them somewhere safe now.',
  },
  download: { tr: 'Dosya olarak indir', en: 'Download as a file' },
  file: { tr: 'kurtarma-kodlari.txt', en: 'recovery-codes.txt' },
  kept: { tr: 'Kaydettim', en: 'I have kept them' },
  turnedOn: { tr: 'İki adımlı giriş açık.', en: 'Two-step sign-in is on.' },

  stepTitle: { tr: 'Giriş kodu', en: 'Sign-in code' },
  stepAbout: {
    tr: 'Doğrulama uygulamanızın gösterdiği 6 haneli kodu yazın.',
    en: 'Enter the 6-digit code that your authenticator app shows.',
  },
  recoveryAbout: {
    tr: 'Kaydettiğiniz kurtarma kodlarından birini yazın. Bir kez kullanılır.',
    en: 'Enter one of the recovery codes that you have kept. It works once.',
  },
  code: { tr: 'Kod', en: 'Code' },
  recoveryCode: { tr: 'Kurtarma kodu', en: 'Recovery code' },
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
  useRecovery: { tr: 'Telefonum yanımda değil: kurtarma kodu kullan', en: 'I do not have my phone: use a recovery code' },
  useApp: { tr: 'Uygulamadaki kodu kullan', en: 'Use the code of the app' },
  again: { tr: 'Baştan başla', en: 'Begin again' },
  enrolAbout: {
    tr: 'Portalınız ekibinden iki adımlı giriş istiyor. Bir kez kurun, sonra devam edin.',
    en: 'Your portal requires two-step sign-in of its team. Set it up once, and go on.',
  },

  require: { tr: 'Ekipten iki adımlı giriş iste', en: 'Require two-step sign-in' },
  askRequire: { tr: 'Ekipten iki adımlı giriş istensin mi?', en: 'Require two-step sign-in of the team?' },
  requireAbout: {
    tr: 'Açmamış olanların oturumu hemen kapanır; yeniden girerken kurmaları istenir. Müşterileri etkilemez.',
    en: 'Whoever has not turned it on is signed out at once, and sets it up at the next sign-in. Customers are not affected.',
  },
  release: { tr: 'İki adımlı giriş zorunlu olmasın', en: 'Require two-step sign-in no more' },
  askRelease: { tr: 'İki adımlı giriş zorunlu olmaktan çıkarılsın mı?', en: 'Require two-step sign-in no more?' },
  releaseAbout: {
    tr: 'Açmış olanlarda açık kalır; isteyen kapatabilir.',
    en: 'It stays on for those who have it; each of them may turn it off.',
  },
  reset: { tr: 'İki adımlı girişi sıfırla', en: 'Reset two-step sign-in' },
  askReset: { tr: 'İki adımlı girişi sıfırlansın mı?', en: 'Reset their two-step sign-in?' },
  resetAbout: {
    tr: 'Telefonunu ve kurtarma kodlarını yitirdiyse. Kendisi olduğundan emin olun: oturumları kapanır, yeniden kurana kadar yalnızca parolasıyla girer ve bunu ona e-postayla bildiririz.',
    en: 'For who has lost phone and recovery codes. Make sure that it is them: their sessions end, until they set it up again their password is enough, and we tell them by mail.',
  },
})(language)
