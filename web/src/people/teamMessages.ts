import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const teamMessages = messages({
  title: { tr: 'Ekip', en: 'Team' },
  about: {
    tr: 'Destek taleplerini yanıtlayan ve portalı yöneten kendi çalışanlarınız.',
    en: 'Your own people, who answer support tickets and run the portal.',
  },
  role: { tr: 'Rol', en: 'Role' },
  staff: { tr: 'Destek görevlisi', en: 'Staff' },
  admin: { tr: 'Yönetici', en: 'Domain administrator' },
  staffAbout: {
    tr: 'Firmaları ve makineleri görür, destek taleplerini yanıtlar.',
    en: 'Sees companies and machines, and answers support tickets.',
  },
  adminAbout: {
    tr: 'Ayrıca firmaları, makineleri, kullanıcıları ve ekibi yönetir.',
    en: 'Also manages companies, machines, users and the team.',
  },
  none: { tr: 'Ekipte henüz kimse yok', en: 'Nobody is on the team yet' },
  noneHint: { tr: 'Destek taleplerini yanıtlayacak kişileri davet edin.', en: 'Invite those who will answer support tickets.' },
  invite: { tr: 'Ekibe davet et', en: 'Invite to the team' },
  inviteAbout: {
    tr: 'Davet ettiğiniz kişi parolasını belirledikten sonra ekibinizde çalışmaya başlar.',
    en: 'Whoever you invite sets a password and then works on your team.',
  },
  inviteAnother: { tr: 'Başka birini davet et', en: 'Invite another colleague' },
  toTeam: { tr: 'Ekibe git', en: 'Go to the team' },
  remove: { tr: 'Ekipten çıkar', en: 'Remove from the team' },
  askRemove: { tr: 'Ekipten çıkarılsın mı?', en: 'Remove from the team?' },
  removeAbout: {
    tr: 'Oturumu hemen kapanır ve portala artık giremez. Yazdığı mesajlar kalır.',
    en: 'They are signed out at once and can no longer enter the portal. The messages they wrote stay.',
  },
  revokeAbout: {
    tr: 'Gönderilen bağlantıyla artık ekibe katılamaz.',
    en: 'The link they were sent will no longer let them onto the team.',
  },
})(language)
