export const profileMessages = {
  about: 'Adınız, telefonunuz ve portalın sizin için nasıl açılacağı.',
  phoneHint: 'Destek ekibi, talepleriniz için sizi bu numaradan arayabilir.',
  phoneHintTeam: 'Ekip listesinde yöneticiler görür.',
  emailHint: 'Girişte bu adresi kullanırsınız. Aşağıda değiştirebilirsiniz.',
  emailHintOperator:
    'Girişte bu adresi kullanırsınız. Kendiniz değiştiremezsiniz: portalı işletenden, yeni adresinizi platform yöneticisi olarak eklemesini isteyin.',
  startPage: 'Girişten sonra açılan sayfa',
  startPageHint: 'Bir bağlantıyla gelirseniz yine o bağlantının sayfası açılır.',
  timeZone: 'Saat dilimi',
  timeZoneHint: 'Size gönderilen e-postalardaki saatler bu dilimdedir.',
  timeZoneOfVendor: 'Destek ekibininki',
  save: 'Kaydet',
  newEmail: 'E-postayı değiştir',
  newEmailAbout:
    'Yeni adresinize bir onay bağlantısı göndeririz. Onaylayana kadar eski adresiniz geçerli kalır.',
  newAddress: 'Yeni adres',
  sendConfirmation: 'Onay bağlantısı gönder',
  awaitsConfirmation: (address: string, until: string) =>
    `${address} adresinin onayı bekleniyor. O adrese gelen bağlantıyı ${until} tarihine kadar açıp onaylayın.`,
  noConfirmation:
    'E-posta gelmediyse istenmeyen postalara bakın. Adres portalda başka bir hesaba aitse bağlantı gönderilmez; o zaman bir yöneticiye danışın.',
  sendAgain: 'Yeniden gönder',
  keepEmail: 'Vazgeç',
  languageAbout: 'Portal ve size gönderilen e-postalar bu dilde olur.',
  password: 'Parola',
  passwordAbout: 'E-postayla bir bağlantı alır, yeni parolanızı onunla belirlersiniz.',
  changePassword: 'Parolayı değiştir',
}
