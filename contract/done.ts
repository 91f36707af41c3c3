import { messages } from './messages.ts'

/** What an update or a delete answers. */
export const doneMessages = messages({
  updated: { tr: 'Güncelleme başarılı.', en: 'Update successful.' },
  deleted: { tr: 'Silme başarılı.', en: 'Deletion successful.' },
  ticketClosed: { tr: 'Talep kapatıldı.', en: 'Ticket closed.' },
  ticketArchived: { tr: 'Talep arşivlendi.', en: 'Ticket archived.' },
  unchanged: { tr: 'Zaten öyleydi; hiçbir şey değişmedi.', en: 'It was so already; nothing has changed.' },
  signedOut: { tr: 'Çıkış yapıldı.', en: 'Signed out.' },
  resetSent: {
    tr: 'Bu adres kayıtlıysa, parolanızı yenileyeceğiniz bağlantıyı az önce gönderdik.',
    en: 'If this address is known to us, we have just sent it a link for a new password.',
  },
  activated: { tr: 'Parolanız kaydedildi. Artık giriş yapabilirsiniz.', en: 'Your password is saved. You can sign in now.' },
  invitationSent: { tr: 'Davet yeniden gönderildi.', en: 'The invitation was sent again.' },
  uploaded: { tr: 'Dosya yüklendi.', en: 'File uploaded.' },
})
