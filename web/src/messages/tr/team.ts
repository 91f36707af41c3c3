export const teamMessages = {
  about: 'Destek taleplerini yanıtlayan ve portalı yöneten kendi çalışanlarınız.',
  role: 'Rol',
  staff: 'Destek görevlisi',
  admin: 'Yönetici',
  staffAbout: 'Firmaları ve makineleri görür, destek taleplerini yanıtlar.',
  adminAbout: 'Ayrıca firmaları, makineleri, kullanıcıları ve ekibi yönetir.',
  none: 'Ekipte henüz kimse yok',
  noneHint: 'Destek taleplerini yanıtlayacak kişileri davet edin.',
  inviteAbout: 'Davet ettiğiniz kişi parolasını belirledikten sonra ekibinizde çalışmaya başlar.',
  usualLanguage: 'Sizinki gibi',
  inviteAnother: 'Başka birini davet et',
  toTeam: 'Ekibe git',
  editColleague: 'Ekip üyesini düzenle',
  newRoleAbout:
    'Rolü değişince oturumu hemen kapanır; yeniden giriş yaptığında yeni yetkileriyle çalışır.',
  ownRoleAbout:
    'Kaydettiğinizde yönetici yetkileriniz hemen biter ve oturumunuz kapanır. Onları ancak başka bir yönetici geri verebilir.',
  remove: 'Ekipten çıkar',
  askRemove: 'Ekipten çıkarılsın mı?',
  removeAbout: 'Oturumu hemen kapanır ve portala artık giremez. Yazdığı mesajlar kalır.',
  revokeAbout: 'Gönderilen bağlantıyla artık ekibe katılamaz.',
}
