export const userMessages = {
  title: 'Kullanıcılar',
  pending: 'Davet bekliyor',
  contact: 'Portal girişi yok',
  none: 'Henüz kullanıcı yok',
  noneAdmin: 'Firmanın çalışanlarını davet edin; makinelerini görsünler, destek talebi açsınlar.',
  noneStaff: 'Bir yönetici kullanıcı davet ettiğinde burada görünür.',
  usersCount: (count: string) => `${count} kullanıcı`,
  invite: 'Kullanıcı davet et',
  inviteTile: 'Birine erişim verin',
}
