import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const userMessages = messages({
  title: { tr: 'Kullanıcılar', en: 'Users' },
  fullName: { tr: 'Ad soyad', en: 'Name' },
  name: { tr: 'Ad', en: 'Name' },
  surname: { tr: 'Soyad', en: 'Surname' },
  email: { tr: 'E-posta', en: 'E-mail' },
  phone: { tr: 'Telefon', en: 'Phone' },
  department: { tr: 'Bölüm', en: 'Department' },
  position: { tr: 'Görev', en: 'Position' },
  registered: { tr: 'Kayıt tarihi', en: 'Registered' },
  you: { tr: 'Siz', en: 'You' },
  pending: { tr: 'Davet bekliyor', en: 'Invited' },
  none: { tr: 'Henüz kullanıcı yok', en: 'No users yet' },
  noneAdmin: {
    tr: 'Firmanın çalışanlarını davet edin; makinelerini görsünler, destek talebi açsınlar.',
    en: "Invite the company's people, so that they see their machines and open support tickets.",
  },
  noneStaff: { tr: 'Bir yönetici kullanıcı davet ettiğinde burada görünür.', en: 'Users appear here once an administrator invites them.' },
  usersCount: {
    tr: (count: string) => `${count} kullanıcı`,
    en: (count: string) => (count === '1' ? '1 user' : `${count} users`),
  },

  invite: { tr: 'Kullanıcı davet et', en: 'Invite user' },
  inviteTile: { tr: 'Birine erişim verin', en: 'Give somebody access' },
  inviteAbout: {
    tr: (company: string) => `Davet ettiğiniz kişi parolasını belirledikten sonra ${company} firmasının makinelerini ve taleplerini görür.`,
    en: (company: string) => `Whoever you invite sets a password and then sees the machines and tickets of ${company}.`,
  },
  send: { tr: 'Daveti gönder', en: 'Send the invitation' },
  invited: { tr: (who: string) => `${who} davet edildi`, en: (who: string) => `${who} is invited` },
  invitedByMail: {
    tr: (email: string) => `Daveti ${email} adresine gönderdik. İçindeki bağlantı 7 gün geçerli.`,
    en: (email: string) => `We have sent the invitation to ${email}. Its link works for 7 days.`,
  },
  invitedByHand: {
    tr: (email: string) =>
      `Bu portaldan e-posta gönderilmiyor. Aşağıdaki bağlantıyı ${email} adresinin sahibine siz iletin; 7 gün geçerli.`,
    en: (email: string) => `This portal sends no e-mail. Pass the link below on to the owner of ${email} yourself; it works for 7 days.`,
  },
  added: { tr: (who: string) => `${who} eklendi`, en: (who: string) => `${who} is added` },
  addedKnown: {
    tr: (email: string) => `${email} portalda zaten kayıtlı: davet gerekmedi. Bu firmayı da her zamanki parolasıyla görür.`,
    en: (email: string) =>
      `${email} is known to the portal, so no invitation was needed. They see this company too, with their usual password.`,
  },
  link: { tr: 'Davet bağlantısı', en: 'Invitation link' },
  copyLink: { tr: 'Bağlantıyı kopyala', en: 'Copy the link' },
  copied: { tr: 'Bağlantı kopyalandı.', en: 'The link is copied.' },
  notCopied: {
    tr: 'Kopyalanamadı. Seçili bağlantıyı kendiniz kopyalayın.',
    en: 'It could not be copied. Copy the selected link yourself.',
  },
  inviteAnother: { tr: 'Başka birini davet et', en: 'Invite another user' },
  toUsers: { tr: 'Kullanıcılara git', en: 'Go to the users' },

  resend: { tr: 'Daveti yeniden gönder', en: 'Send the invitation again' },
  resent: { tr: (who: string) => `${who} için yeni bağlantı`, en: (who: string) => `A new link for ${who}` },
  resentByHand: {
    tr: (email: string) =>
      `Önceki bağlantı artık geçersiz. Bu portaldan e-posta gönderilmiyor; yenisini ${email} adresinin sahibine siz iletin.`,
    en: (email: string) =>
      `The link before it has ended. This portal sends no e-mail; pass the new one on to the owner of ${email} yourself.`,
  },
  revoke: { tr: 'Daveti iptal et', en: 'Revoke the invitation' },
  askRevoke: { tr: 'Davet iptal edilsin mi?', en: 'Revoke this invitation?' },
  revokeAbout: {
    tr: 'Gönderilen bağlantıyla artık bu firmaya katılamaz.',
    en: 'The link they were sent will no longer let them into this company.',
  },
  revoked: { tr: 'Davet iptal edildi.', en: 'The invitation is revoked.' },
  remove: { tr: 'Kullanıcıyı sil', en: 'Delete the user' },
  askRemove: { tr: 'Kullanıcı silinsin mi?', en: 'Delete this user?' },
  removeAbout: {
    tr: 'Bu firmaya artık erişemez. Açtığı talepler ve yazdığı mesajlar kalır.',
    en: 'They lose access to this company. The tickets they opened and the messages they wrote stay.',
  },
})(language)
