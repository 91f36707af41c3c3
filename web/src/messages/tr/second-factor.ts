export const secondFactorMessages = {
  title: 'İki adımlı giriş',
  about:
    'Girerken parolanızın yanında telefonunuzdaki doğrulama uygulamasının kodu da istenir; parolanızı öğrenen biri hesabınıza giremez.',
  on: 'Açık',
  off: 'Kapalı',
  codesLeft: (count: number) => `Kalan kurtarma kodu: ${count}`,
  fewCodes: 'Yakında yenilerini alın.',
  requiredHere: 'Hesabınız için zorunlu; kapatılamaz.',
  turnOn: 'İki adımlı girişi aç',
  turnOff: 'İki adımlı girişi kapat',
  renew: 'Yeni kurtarma kodları',
  renewAbout: 'Önceki kodların hepsi geçersiz olur.',
  passwordAgain: 'Parolanız',
  passwordWhy: 'Ekranınızı açık bulan biri bunu yapamasın diye.',
  othersEnd:
    'Açıldığı anda diğer cihazlardaki oturumlarınız kapanır; oralarda kodla yeniden girersiniz.',
  goOn: 'Devam et',
  anyCode: 'Uygulamadaki kod ya da bir kurtarma kodu',

  scan: 'Telefonunuzdaki doğrulama uygulamasıyla (Google Authenticator, Microsoft Authenticator, 1Password ve benzerleri) bu karekodu okutun.',
  qr: 'Doğrulama uygulaması için QR kodu',
  typeIt: 'Okutamıyorsanız uygulamaya bu anahtarı yazın:',
  openApp: 'Uygulama bu telefondaysa: uygulamada aç',
  thenCode: 'Uygulamanın gösterdiği 6 haneli kod',
  confirm: 'Kodu doğrula ve aç',

  codesTitle: 'Kurtarma kodlarınız',
  codesAbout:
    'Telefonunuz yanınızda değilse bunlarla girersiniz; her biri bir kez kullanılabilir. Bir daha gösterilmez, şimdi güvenli bir yere kaydedin.',
  codesOf: (portal: string, email: string, date: string) =>
    `Kurtarma kodları\nPortal: ${portal}\nHesap: ${email}\nTarih: ${date}\nHer kod bir kez kullanılır.`,
  download: 'Dosya olarak indir',
  file: 'kurtarma-kodlari.txt',
  saved: 'Kaydettim',
  turnedOn: 'İki adımlı giriş açık.',

  unseenCodes: 'İki adımlı giriş açık. Kurtarma kodlarınızı görmediyseniz şimdi yenilerini alın.',
  unseenAtSignIn:
    'İki adımlı giriş açık; uygulamanın göstereceği bir sonraki kodla girin. Kurtarma kodlarınızı görmediyseniz girdikten sonra hesap güvenliği sayfanızdan yenilerini alın.',

  stepTitle: 'Giriş kodu',
  stepAbout: 'Doğrulama uygulamanızın gösterdiği 6 haneli kodu yazın.',
  recoveryAbout: 'Kaydettiğiniz kurtarma kodlarından birini yazın. Bir kez kullanılır.',
  code: 'Kod',
  recoveryCode: 'Kurtarma kodu',
  signIn: 'Giriş yap',
  useRecovery: 'Telefonum yanımda değil: kurtarma kodu kullan',
  useApp: 'Uygulamadaki kodu kullan',
  again: 'Baştan başla',
  enrolAbout: 'Hesabınız için iki adımlı giriş zorunlu. Bir kez kurun, sonra devam edin.',

  required: 'Zorunlu',
  notRequired: 'Zorunlu değil',
  ownFirst: 'Ekipten istemek için önce kendi hesabınızda açın',
  require: 'Ekipten iki adımlı giriş iste',
  askRequire: 'Ekipten iki adımlı giriş istensin mi?',
  requireAbout:
    'Açmamış olanların oturumu hemen kapanır; yeniden girerken kurmaları istenir. Müşterileri etkilemez.',
  release: 'İki adımlı giriş zorunlu olmasın',
  askRelease: 'İki adımlı giriş zorunlu olmaktan çıkarılsın mı?',
  releaseAbout: 'Açmış olanlarda açık kalır; isteyen kapatabilir.',
  reset: 'İki adımlı girişi sıfırla',
  askReset: 'İki adımlı giriş sıfırlansın mı?',
  resetAbout:
    'Telefonunu ve kurtarma kodlarını kaybettiyse. Kendisi olduğundan emin olun: oturumları kapanır, yeniden kurana kadar yalnızca parolasıyla girer ve bunu ona e-postayla bildiririz.',
}
