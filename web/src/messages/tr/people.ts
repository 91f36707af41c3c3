export const peopleMessages = {
  fullName: 'Ad soyad',
  name: 'Ad',
  surname: 'Soyad',
  email: 'E-posta',
  phone: 'Telefon',
  department: 'Bölüm',
  position: 'Görev',
  registered: 'Kayıt tarihi',
  you: 'Siz',
  undeliverable: 'E-postalar geri dönüyor',
  inviteAbout: (company: string) =>
    `Davet ettiğiniz kişi parolasını belirledikten sonra ${company} firmasının makinelerini ve taleplerini görür.`,
  invitationLanguage: 'Davetin dili',
  usualLanguage: 'Firmadaki diğer kişiler gibi',
  send: 'Daveti gönder',
  invited: (who: string) => `${who} davet edildi`,
  invitedByMail: (email: string) =>
    `Daveti ${email} adresine gönderdik. İçindeki bağlantı 7 gün geçerli.`,
  invitedByHand: (email: string) =>
    `Bu portaldan e-posta gönderilmiyor. Aşağıdaki bağlantıyı ${email} adresinin sahibine siz iletin; 7 gün geçerli.`,
  added: (who: string) => `${who} eklendi`,
  addedKnown: (email: string) =>
    `${email} portalda zaten kayıtlı: davet gerekmedi. Bu firmayı da her zamanki parolasıyla görür.`,
  link: 'Davet bağlantısı',
  copyLink: 'Bağlantıyı kopyala',
  copied: 'Bağlantı kopyalandı.',
  notCopied: 'Kopyalanamadı. Seçili bağlantıyı kendiniz kopyalayın.',
  inviteAnother: 'Başka birini davet et',
  toUsers: 'Kullanıcılara git',

  resend: 'Daveti yeniden gönder',
  resent: (who: string) => `${who} için yeni bağlantı`,
  notResent: (who: string) => `${who} için davet gönderilemedi`,
  resentByHand: (email: string) =>
    `Önceki bağlantı artık geçersiz. Bu portaldan e-posta gönderilmiyor; yenisini ${email} adresinin sahibine siz iletin.`,
  addContact: 'Kişi ekle',
  contactAbout:
    'Portala girmeyen biri: ekip onun adına talep açar, e-postası varsa yanıtlar oraya gider. Telefon ya da e-posta gerekir.',
  editContact: 'Kişiyi düzenle',
  inviteContact: 'Portala davet et',
  inviteContactAbout: (who: string) =>
    `Davet hangi adrese gönderilsin? Adına açılan talepleri, parolasını belirleyince ${who} de görür.`,
  removeContactAbout: 'Firmanın kişilerinden silinir. Adına açılan talepler ve mesajları kalır.',
  revokeContactAbout: 'Gönderilen bağlantı artık çalışmaz. Kişi, portal girişi olmadan kalır.',
  revoke: 'Daveti iptal et',
  askRevoke: 'Davet iptal edilsin mi?',
  revokeAbout: 'Gönderilen bağlantıyla artık bu firmaya katılamaz.',
  revoked: 'Davet iptal edildi.',
  save: 'Değişiklikleri kaydet',
  editUser: 'Kullanıcıyı düzenle',
  emailHint:
    'Etkin bir hesapta yeni adres, oraya gönderilen bağlantı onaylanınca geçerli olur. Davet bekleyen birine davet yeni adrese yeniden gönderilir.',
  editAbout:
    'Ad, telefon ve e-posta, kişinin kullanıcısı olduğu tüm firmalarda değişir; bölüm ve görev yalnız bu firmada.',
  remove: 'Kullanıcıyı sil',
  askRemove: 'Kullanıcı silinsin mi?',
  removeAbout: 'Bu firmaya artık erişemez. Açtığı talepler ve yazdığı mesajlar kalır.',
}
