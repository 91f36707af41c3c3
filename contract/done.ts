import { messages } from './text/messages.ts'

export const doneMessages = messages({
  updated: { tr: 'Güncelleme başarılı.', en: 'Update successful.' },
  deleted: { tr: 'Silme başarılı.', en: 'Deletion successful.' },
  ticketClosed: { tr: 'Talep kapatıldı.', en: 'Ticket closed.' },
  ticketArchived: { tr: 'Talep arşivlendi.', en: 'Ticket archived.' },
  ticketReopened: { tr: 'Talep yeniden açıldı.', en: 'Ticket reopened.' },
  alreadyOpen: { tr: 'Bu talep zaten açık.', en: 'This ticket is already open.' },
  alreadyClosed: { tr: 'Bu talep zaten kapatılmış.', en: 'This ticket is already closed.' },
  alreadyArchived: { tr: 'Bu talep zaten arşivlenmiş.', en: 'This ticket is already archived.' },
  messageRetracted: { tr: 'Mesaj geri alındı.', en: 'Message taken back.' },
  waitsForTeam: {
    tr: 'Talep artık ekibinizin yanıtını bekliyor.',
    en: 'The ticket now waits for your team.',
  },
  waitsForCustomer: {
    tr: 'Talep artık müşterinin yanıtını bekliyor.',
    en: 'The ticket now waits for the customer.',
  },
  alreadyWaiting: {
    tr: 'Talep zaten bu yanıtı bekliyor.',
    en: 'The ticket waits for this reply already.',
  },
  ticketsMerged: { tr: 'Talepler birleştirildi.', en: 'The tickets were merged.' },
  mergeUndone: { tr: 'Birleştirme geri alındı.', en: 'The merge was undone.' },
  snoozed: { tr: 'Talep ertelendi.', en: 'Ticket snoozed.' },
  unsnoozed: { tr: 'Erteleme kaldırıldı.', en: 'The ticket is no longer snoozed.' },
  alreadySnoozed: {
    tr: 'Talep zaten bu zamana kadar ertelenmiş.',
    en: 'The ticket is snoozed until then already.',
  },
  notSnoozed: { tr: 'Talep zaten ertelenmemiş.', en: 'The ticket is not snoozed.' },
  priorityChanged: { tr: 'Öncelik değiştirildi.', en: 'Priority changed.' },
  samePriority: {
    tr: 'Talebin önceliği zaten bu.',
    en: 'The ticket has this priority already.',
  },
  topicsChanged: { tr: 'Talebin kategorileri değiştirildi.', en: 'Topics of the ticket changed.' },
  sameTopics: {
    tr: 'Talebin kategorileri zaten böyle.',
    en: 'The ticket has these topics already.',
  },
  ticketCorrected: { tr: 'Talep düzeltildi.', en: 'Ticket corrected.' },
  ticketMoved: {
    tr: 'Talep öteki firmaya taşındı.',
    en: 'The ticket was moved to the other company.',
  },
  nothingCorrected: {
    tr: 'Talebin bilgileri zaten böyle.',
    en: 'The ticket says this already.',
  },
  ticketTaken: { tr: 'Talebi üstlendiniz.', en: 'You took the ticket.' },
  ticketAssigned: { tr: 'Talep atandı.', en: 'Ticket assigned.' },
  ticketUnassigned: { tr: 'Talebin sorumlusu kaldırıldı.', en: 'Ticket unassigned.' },
  alreadyAssigned: {
    tr: 'Bu talep zaten bu kişide.',
    en: 'This ticket is already assigned to this person.',
  },
  alreadyUnassigned: {
    tr: 'Bu talebin zaten sorumlusu yok.',
    en: 'This ticket is already unassigned.',
  },
  reauthenticated: { tr: 'Kimliğiniz doğrulandı.', en: 'You have confirmed that it is you.' },
  signedOut: { tr: 'Çıkış yapıldı.', en: 'Signed out.' },
  sessionEnded: { tr: 'Oturum kapatıldı.', en: 'The session has ended.' },
  othersEnded: { tr: 'Diğer tüm oturumlar kapatıldı.', en: 'All other sessions have ended.' },
  secondFactorOff: { tr: 'İki adımlı giriş kapatıldı.', en: 'Two-step sign-in is off.' },
  secondFactorRequired: {
    tr: 'İki adımlı giriş artık zorunlu.',
    en: 'Two-step sign-in is required now.',
  },
  secondFactorReleased: {
    tr: 'İki adımlı giriş artık zorunlu değil.',
    en: 'Two-step sign-in is no longer required.',
  },
  secondFactorReset: {
    tr: 'İki adımlı girişi sıfırlandı.',
    en: 'Their two-step sign-in was reset.',
  },
  resetSent: {
    tr: 'Parola yenileme isteğinizi aldık. Bu adres kayıtlıysa yeni parolanızı belirleyeceğiniz bağlantı birazdan e-posta kutunuzda olur.',
    en: 'We have received your request for a new password. If this address is known to us, a link to set it will be in your inbox shortly.',
  },
  activated: {
    tr: 'Parolanız kaydedildi. Artık giriş yapabilirsiniz.',
    en: 'Your password is saved. You can sign in now.',
  },
  emailRequested: {
    tr: (email: string) =>
      `${email} adresine bir onay bağlantısı gönderdik. Bağlantı onaylanana kadar e-posta adresi değişmez.`,
    en: (email: string) =>
      `We have sent a confirmation link to ${email}. The e-mail address stays as it is until the link is confirmed.`,
  },
  emailKept: {
    tr: 'Vazgeçildi; e-posta adresiniz aynı kaldı.',
    en: 'Cancelled; your e-mail address stays as it is.',
  },
  emailConfirmed: {
    tr: (email: string) => `E-posta adresiniz artık ${email}. Bundan sonra bu adresle giriş yapın.`,
    en: (email: string) => `Your e-mail address is ${email} now. Sign in with it from now on.`,
  },
  invitedAgain: {
    tr: (email: string) =>
      `E-posta adresi düzeltildi ve davet ${email} adresine yeniden gönderildi; önceki bağlantı artık geçersiz.`,
    en: (email: string) =>
      `The e-mail address is corrected, and the invitation was sent again to ${email}; the link before it has ended.`,
  },
  invited: {
    tr: (email: string) => `Davet ${email} adresine gönderildi.`,
    en: (email: string) => `The invitation was sent to ${email}.`,
  },
  invitationSent: {
    tr: 'Davet yeniden gönderildi; önceki bağlantı artık geçersiz.',
    en: 'The invitation was sent again; the link before it has ended.',
  },
  mailRetried: { tr: 'E-posta şimdi yeniden deneniyor.', en: 'The mail is being tried again now.' },
  mailsRetried: {
    tr: (count: number) =>
      count === 0
        ? 'Yeniden denenecek e-posta kalmamış.'
        : `${count} e-posta şimdi yeniden deneniyor.`,
    en: (count: number) =>
      count === 0
        ? 'No mail is left to be tried again.'
        : count === 1
          ? 'One mail is being tried again now.'
          : `${count} mails are being tried again now.`,
  },
  mailDiscarded: {
    tr: 'E-postadan vazgeçildi; artık gönderilmeyecek.',
    en: 'The mail is discarded; it will not be sent.',
  },
  ticketFollowed: {
    tr: 'Bu talepteki her şey size bildirilecek.',
    en: 'You will be notified of everything on this ticket.',
  },
  ticketMuted: {
    tr: 'Bu talep artık size bildirilmeyecek.',
    en: 'You will not be notified of this ticket any more.',
  },
  ticketUnfollowed: {
    tr: 'Bu talepte bildirim ayarlarınız geçerli.',
    en: 'Your notification settings apply to this ticket.',
  },
  pushTurnedOn: {
    tr: 'Bu tarayıcıya bildirim gönderilecek.',
    en: 'Notifications will be sent to this browser.',
  },
  pushTurnedOff: {
    tr: 'Artık bildirim gönderilmeyecek.',
    en: 'Notifications will not be sent any more.',
  },
  mutedByMail: {
    tr: 'Bu talep hakkında artık bildirim almayacaksınız.',
    en: 'You will not be notified of this ticket any more.',
  },
  unmutedByMail: {
    tr: 'Bu talep hakkında yeniden bildirim alacaksınız.',
    en: 'You are notified of this ticket again.',
  },
  mailsOnAgain: {
    tr: 'Bu e-postaları yeniden alacaksınız.',
    en: 'You get these mails again.',
  },
  unsubscribed: {
    tr: 'Bu tür e-postalar artık size gönderilmeyecek. Bildirim ayarlarından yeniden açabilirsiniz.',
    en: 'Mails of this kind will not be sent to you any more. You can turn them on again in the notification settings.',
  },
  mailAccepted: {
    tr: 'E-posta işleniyor; sonucu birazdan listede görünür.',
    en: 'The mail is being filed; the list will soon show where it is.',
  },
  receivedMailDiscarded: {
    tr: 'E-posta yok sayıldı; hiçbir talebe yazılmadı.',
    en: 'The mail is discarded; it was written to no ticket.',
  },
  receivedMailSeen: {
    tr: 'E-posta görüldü olarak işaretlendi.',
    en: 'The mail is marked as seen.',
  },
  uploaded: { tr: 'Dosya yüklendi.', en: 'File uploaded.' },
  uploadCancelled: { tr: 'Yüklemeden vazgeçildi.', en: 'Upload cancelled.' },
})
