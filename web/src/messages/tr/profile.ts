export const profileMessages = {
  title: 'Profilim',
  about: 'Adınız, telefonunuz ve portalın sizin için nasıl açılacağı.',
  phoneHint: 'Destek ekibi, talepleriniz için sizi bu numaradan arayabilir.',
  phoneHintTeam: 'Ekip listesinde yöneticiler görür.',
  emailHint:
    'Girişte bu adresi kullanırsınız. Kendiniz değiştiremezsiniz: bir yöneticiden, yeni adresinize davet göndermesini isteyin.',
  emailHintOperator:
    'Girişte bu adresi kullanırsınız. Kendiniz değiştiremezsiniz: portalı işletenden, yeni adresinizi platform yöneticisi olarak eklemesini isteyin.',
  startPage: 'Girişten sonra açılan sayfa',
  startPageHint: 'Bir bağlantıyla gelirseniz yine o bağlantının sayfası açılır.',
  save: 'Kaydet',
  languageAbout: 'Portal ve size gönderilen e-postalar bu dilde olur.',
  password: 'Parola',
  passwordAbout: 'E-postayla bir bağlantı alır, yeni parolanızı onunla belirlersiniz.',
  changePassword: 'Parolayı değiştir',
}
