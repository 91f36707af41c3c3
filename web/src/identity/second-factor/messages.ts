import { messages } from '#contract/messages.ts'
import { language } from '../../browser/language.ts'

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
  requiredHere: { tr: 'Yöneticiniz zorunlu tutuyor; kapatılamaz.', en: 'Your administrator requires it, so it cannot be turned off.' },
  turnOn: { tr: 'İki adımlı girişi aç', en: 'Turn on two-step sign-in' },
  turnOff: { tr: 'İki adımlı girişi kapat', en: 'Turn off two-step sign-in' },
  renew: { tr: 'Yeni kurtarma kodları', en: 'New recovery codes' },
  renewAbout: { tr: 'Önceki kodların hepsi geçersiz olur.', en: 'All earlier codes stop working.' },
  passwordAgain: { tr: 'Parolanız', en: 'Your password' },
  passwordWhy: {
    tr: 'Ekranınızı açık bulan biri bunu yapamasın diye.',
    en: 'So that nobody who finds your screen open can do this.',
  },
  othersEnd: {
    tr: 'Açıldığı anda diğer cihazlardaki oturumlarınız kapanır; oralarda kodla yeniden girersiniz.',
    en: 'The moment it is on you are signed out on your other devices, and sign in there again with a code.',
  },
  goOn: { tr: 'Devam et', en: 'Go on' },
  anyCode: { tr: 'Uygulamadaki kod ya da bir kurtarma kodu', en: 'A code of the app, or a recovery code' },

  scan: {
    tr: 'Telefonunuzdaki doğrulama uygulamasıyla (Google Authenticator, Microsoft Authenticator, 1Password ve benzerleri) bu karekodu okutun.',
    en: 'Scan this QR code with the authenticator app on your phone (Google Authenticator, Microsoft Authenticator, 1Password and the like).',
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
  codesOf: {
    tr: (portal: string, email: string, date: string) =>
      `Kurtarma kodları\nPortal: ${portal}\nHesap: ${email}\nTarih: ${date}\nHer kod bir kez kullanılır.`,
    en: (portal: string, email: string, date: string) =>
      `Recovery codes\nPortal: ${portal}\nAccount: ${email}\nDate: ${date}\nEach code works once.`,
  },
  download: { tr: 'Dosya olarak indir', en: 'Download as a file' },
  file: { tr: 'kurtarma-kodlari.txt', en: 'recovery-codes.txt' },
  kept: { tr: 'Kaydettim', en: 'I have saved them' },
  turnedOn: { tr: 'İki adımlı giriş açık.', en: 'Two-step sign-in is on.' },

  unseenCodes: {
    tr: 'İki adımlı giriş açık. Kurtarma kodlarınızı görmediyseniz şimdi yenilerini alın.',
    en: 'Two-step sign-in is on. If you have not seen your recovery codes, make new ones now.',
  },
  unseenAtSignIn: {
    tr: 'İki adımlı giriş açık; uygulamanın göstereceği bir sonraki kodla girin. Kurtarma kodlarınızı görmediyseniz girdikten sonra hesap güvenliği sayfanızdan yenilerini alın.',
    en: 'Two-step sign-in is on; sign in with the next code that the app shows. If you have not seen your recovery codes, make new ones on your account security page afterwards.',
  },

  stepTitle: { tr: 'Giriş kodu', en: 'Sign-in code' },
  stepAbout: {
    tr: 'Doğrulama uygulamanızın gösterdiği 6 haneli kodu yazın.',
    en: 'Enter the 6-digit code that your authenticator app shows.',
  },
  recoveryAbout: {
    tr: 'Kaydettiğiniz kurtarma kodlarından birini yazın. Bir kez kullanılır.',
    en: 'Enter one of the recovery codes that you have saved. It works once.',
  },
  code: { tr: 'Kod', en: 'Code' },
  recoveryCode: { tr: 'Kurtarma kodu', en: 'Recovery code' },
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
  useRecovery: { tr: 'Telefonum yanımda değil: kurtarma kodu kullan', en: 'I do not have my phone: use a recovery code' },
  useApp: { tr: 'Uygulamadaki kodu kullan', en: 'Use the code of the app' },
  again: { tr: 'Baştan başla', en: 'Begin again' },
  enrolAbout: {
    tr: 'Yöneticiniz ekipten iki adımlı giriş istiyor. Bir kez kurun, sonra devam edin.',
    en: 'Your administrator requires two-step sign-in of the team. Set it up once, and go on.',
  },

  required: { tr: 'Zorunlu', en: 'Required' },
  notRequired: { tr: 'Zorunlu değil', en: 'Not required' },
  ownFirst: { tr: 'Ekipten istemek için önce kendi hesabınızda açın', en: 'Turn it on for your own account to require it of the team' },
  require: { tr: 'Ekipten iki adımlı giriş iste', en: 'Require two-step sign-in' },
  askRequire: { tr: 'Ekipten iki adımlı giriş istensin mi?', en: 'Require two-step sign-in of the team?' },
  requireAbout: {
    tr: 'Açmamış olanların oturumu hemen kapanır; yeniden girerken kurmaları istenir. Müşterileri etkilemez.',
    en: 'Whoever has not turned it on is signed out at once, and sets it up at the next sign-in. Customers are not affected.',
  },
  release: { tr: 'İki adımlı giriş zorunlu olmasın', en: 'Stop requiring two-step sign-in' },
  askRelease: { tr: 'İki adımlı giriş zorunlu olmaktan çıkarılsın mı?', en: 'Stop requiring two-step sign-in?' },
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
