import type { issueMessages } from './errors.tr.ts'
import { messages } from './text/messages.ts'
import { sizeIn } from './text/sizes.ts'
import { waitIn } from './text/waits.ts'

/** The `name` of an error response, by its status. */
export const errorNames = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'TooLargeError',
  422: 'IdempotencyMismatchError',
  429: 'TooManyRequestsError',
  500: 'UnexpectedError',
  503: 'UnavailableError',
} as const

export type ApiError = {
  name: string
  message: string
  errors?: { msg: string; path: string }[]
  /** what the call's contract says of the error, such as `MessagesSince` */
  details?: unknown
  requestId?: string
}

/** Every refusal by its code; some take a detail: the seconds
 * to wait, the bytes that are left, or a name. */
export const errorMessages = messages({
  // 400
  invalid: {
    tr: 'Gönderilen bilgilerde eksik ya da hatalı alanlar var.',
    en: 'Some of the information sent is missing or wrong.',
  },
  malformedJson: {
    tr: 'İstek okunamadı: geçerli bir JSON değil.',
    en: 'The request could not be read: it is not valid JSON.',
  },
  jsonTooDeep: {
    tr: 'İstek okunamadı: JSON çok fazla iç içe geçmiş.',
    en: 'The request could not be read: its JSON is nested too deeply.',
  },
  unsupportedType: {
    tr: 'İstek okunamadı: içerik türü application/json olmalı.',
    en: 'The request could not be read: its content type must be application/json.',
  },
  linkInvalid: {
    tr: 'Bu bağlantı geçersiz ya da daha önce kullanılmış. Yenisini isteyin.',
    en: 'This link is not valid or has been used already. Ask for a new one.',
  },
  linkExpired: {
    tr: 'Bu bağlantının süresi dolmuş. Yenisini isteyin.',
    en: 'This link has expired. Ask for a new one.',
  },
  pushSubscriptionInvalid: {
    tr: 'Bu tarayıcıya bildirim gönderilemiyor: bildirim hizmeti tanınmıyor ya da anahtarı geçersiz.',
    en: 'Notifications cannot be sent to this browser: its push service is not known, or its key is not valid.',
  },
  unsubscribeLinkInvalid: {
    tr: 'Bu bağlantı geçersiz. E-postaları bildirim ayarlarından kapatabilirsiniz.',
    en: 'This link is not valid. You can turn off mails in the notification settings.',
  },
  badRequest: { tr: 'İstek anlaşılamadı.', en: 'The request could not be understood.' },
  uploadLengthMismatch: {
    tr: 'Gelen dosyanın boyutu bildirilenle aynı değil; hiçbir şey saklanmadı.',
    en: "The file's size is not the one declared; nothing was kept.",
  },
  uploadPartInvalid: {
    tr: 'Content-Range dosyanın bir parçasını göstermelidir; sonuncusu dışında her parça en az 64 KiB olmalıdır.',
    en: 'Content-Range must name a part of the file, of at least 64 KiB except for the last one.',
  },
  contentNotType: {
    tr: 'Dosyanın içeriği türüyle uyuşmuyor; bozuk ya da yanlış adlandırılmış olabilir. Hiçbir şey saklanmadı.',
    en: "The file's content is not of its type; it may be damaged or wrongly named. Nothing was kept.",
  },
  mailWithoutRecipient: {
    tr: 'E-postanın alıcıları arasında bu portalın bir adresi yok.',
    en: 'None of the recipients of the mail is an address of this portal.',
  },
  // 401
  unauthenticated: { tr: 'Devam etmek için giriş yapın.', en: 'Sign in to continue.' },
  tokenExpired: {
    tr: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
    en: 'Your session has expired. Sign in again.',
  },
  invalidCredentials: {
    tr: 'E-posta ya da parola hatalı.',
    en: 'The e-mail or the password is wrong.',
  },
  wrongCode: {
    tr: 'Kod doğru değil ya da daha önce kullanıldı. Uygulamanın gösterdiği yeni kodu yazın.',
    en: 'The code is wrong or was used before. Enter the new one that the app shows.',
  },
  wrongRecoveryCode: {
    tr: 'Kurtarma kodu doğru değil ya da daha önce kullanıldı.',
    en: 'The recovery code is wrong or was used before.',
  },
  signInAgain: {
    tr: 'Girişin süresi doldu. E-posta adresiniz ve parolanızla yeniden başlayın.',
    en: 'Signing in took too long. Begin again with your e-mail and password.',
  },
  // 403
  reauthenticationRequired: {
    tr: 'Bunun için kimliğinizi yeniden doğrulayın: parolanızı ya da giriş kodunuzu gireli 15 dakikadan fazla oldu.',
    en: 'Confirm that it is you first: you last entered your password or a sign-in code more than 15 minutes ago.',
  },
  forbidden: { tr: 'Bunu yapmaya yetkiniz yok.', en: 'You do not have permission to do this.' },
  // 404
  notFound: { tr: 'Aradığınız kayıt bulunamadı.', en: 'What you are looking for was not found.' },
  fileLinkEnded: {
    tr: 'Bu dosya bağlantısı artık geçerli değil. Dosyayı portalda yeniden açın.',
    en: 'This link to a file no longer works. Open the file in the portal again.',
  },
  unknownDomain: {
    tr: 'Bu adreste bir destek portalı yok.',
    en: 'There is no support portal at this address.',
  },
  unknownCall: { tr: 'Böyle bir çağrı yok.', en: 'There is no such call.' },
  // 409
  alreadyMember: {
    tr: 'Bu e-posta adresi zaten bu firmanın kullanıcısı.',
    en: 'This e-mail address is already a user of this company.',
  },
  invitationWaits: {
    tr: 'Bu e-posta adresine gönderilmiş bir davet yanıt bekliyor; listeden yeniden gönderebilirsiniz.',
    en: 'An invitation to this e-mail address is waiting to be taken up; you can send it again from the list.',
  },
  alreadyActive: {
    tr: 'Bu kullanıcı hesabını zaten etkinleştirmiş.',
    en: 'This user has already activated their account.',
  },
  hasLogin: {
    tr: 'Bu e-posta adresinin portalda hesabı var. Sahibini bu firmaya bir yönetici davet edebilir; başka biriyse başka bir adres yazın.',
    en: 'This e-mail address has an account in the portal. An administrator can invite its owner to this company; enter another one for anybody else.',
  },
  contactWithoutEmail: {
    tr: 'Bu kişinin e-posta adresi yok; davetin gönderileceği adresi yazın.',
    en: 'This contact has no e-mail address; enter the one to which the invitation is sent.',
  },
  emailTaken: {
    tr: 'Bu e-posta adresi portalda başka bir hesaba ait; başka bir adres kullanın. Adres eskiden silinmiş bir kişininse ona yeniden davet gönderin.',
    en: 'This e-mail address belongs to another account of the portal; use another one. If it is that of a person who was removed, invite them again.',
  },
  emailDoesNotMatch: {
    tr: 'E-posta adresi bu kullanıcınınkiyle aynı değil; kimse silinmedi.',
    en: "The e-mail address is not this user's; no user was removed.",
  },
  alreadyOnTeam: {
    tr: 'Bu e-posta adresi zaten ekibinizden birine ait.',
    en: 'This e-mail address already belongs to someone on your team.',
  },
  isOnTeam: {
    tr: 'Bu e-posta adresi ekibinizden birine ait. Bir kişi hem ekipten hem müşteri olamaz; başka bir adres kullanın.',
    en: 'This e-mail address belongs to somebody on your team. Nobody can be both on the team and a customer; use another address.',
  },
  isCustomer: {
    tr: 'Bu e-posta adresi bir müşterinize ait. Bir kişi hem ekipten hem müşteri olamaz; önce firmalarındaki kullanıcılığını silin ya da başka bir adres kullanın.',
    en: 'This e-mail address belongs to a customer. No one can be both on the team and a customer; remove them from their companies first, or use another address.',
  },
  lastAdministrator: {
    tr: 'Son yönetici silinemez, rolü de değiştirilemez. Önce ekipten birini yönetici yapın ya da yeni bir yönetici davet edip hesabını etkinleştirmesini bekleyin.',
    en: 'The last administrator can neither be removed nor become staff. Make a colleague an administrator first, or invite one and wait until they have activated their account.',
  },
  ownRemoval: {
    tr: 'Kendinizi silemezsiniz; bunu başka bir yönetici yapabilir.',
    en: 'You cannot remove yourself; another administrator can.',
  },
  secondFactorOn: { tr: 'İki adımlı giriş zaten açık.', en: 'Two-step sign-in is on already.' },
  secondFactorOff: { tr: 'İki adımlı giriş zaten kapalı.', en: 'Two-step sign-in is off already.' },
  secondFactorNotBegun: {
    tr: 'İki adımlı girişi açmaya yeniden başlayın; bu kurulum artık geçerli değil.',
    en: 'Begin to turn on two-step sign-in again; this setup has ended.',
  },
  secondFactorUnreadable: {
    tr: 'İki adımlı girişiniz artık okunamıyor; kurtarma kodlarınız da geçmiyor. Ekibinizdeki bir yöneticiden sıfırlamasını isteyin; başka yönetici yoksa portalı işleten kişi sıfırlayabilir.',
    en: 'Your two-step sign-in can no longer be read, and your recovery codes have ended with it. Ask an administrator of your team to reset it; where there is no other, whoever runs the portal can.',
  },
  secondFactorRequired: {
    tr: 'Hesabınız için iki adımlı giriş zorunlu; kapatılamaz.',
    en: 'Two-step sign-in is required for your account, so it cannot be turned off.',
  },
  secondFactorFirst: {
    tr: 'Ekibinizden istemeden önce kendi hesabınızda iki adımlı girişi açın.',
    en: 'Turn on two-step sign-in for your own account before you require it of the team.',
  },
  ownSecondFactor: {
    tr: 'Kendi iki adımlı girişinizi hesap güvenliği sayfanızdan kapatın; sıfırlamayı başka bir yönetici yapabilir.',
    en: 'Turn off your own two-step sign-in on your account security page; another administrator can reset it.',
  },
  machineAssigned: {
    tr: 'Bu makine hâlâ firmalara atanmış; önce atamaları kaldırın.',
    en: 'This machine is still assigned to companies; remove the assignments first.',
  },
  serialNumberTaken: {
    tr: 'Bu modelden bu seri numarasıyla atanmış bir makine zaten var; numarayı kontrol edin.',
    en: 'A machine of this model with this serial number is assigned already; check the number.',
  },
  noWorkingHours: {
    tr: 'Hedefler çalışma saatleriyle ölçülür; önümüzdeki bir yılda hiç çalışma saati yok.',
    en: 'Targets are measured in working hours, and there are none within the next year.',
  },
  snoozeInPast: {
    tr: 'Bir talep ancak ileri bir zamana ertelenebilir.',
    en: 'A ticket can only be snoozed until a time to come.',
  },
  snoozeTooLong: {
    tr: 'Bir talep en çok bir yıl ertelenebilir.',
    en: 'A ticket can be snoozed for a year at most.',
  },
  ticketFilterNameTaken: {
    tr: 'Bu adla kayıtlı bir filtre zaten var; başka bir ad yazın.',
    en: 'A filter with this name is saved already; enter another name.',
  },
  tooManyTicketFilters: {
    tr: 'En çok 50 filtre kaydedilebilir; artık kullanmadığınız birini silin.',
    en: 'At most 50 filters can be saved; delete one that you no longer use.',
  },
  shortcodeTaken: {
    tr: 'Bu kısa kodla kayıtlı bir yanıt zaten var; başka bir kod yazın.',
    en: 'A reply with this shortcode is saved already; enter another one.',
  },
  tooManySavedReplies: {
    tr: 'En çok 200 hazır yanıt kaydedilebilir; artık kullanmadığınız birini silin.',
    en: 'At most 200 replies can be saved; delete one that you no longer use.',
  },
  savedReplyEmpty: {
    tr: 'Bir hazır yanıtın en az bir dilde metni olmalı.',
    en: 'A saved reply must have its text in one language at least.',
  },
  topicNameTaken: {
    tr: 'Bu adda bir kategori zaten var; başka bir ad yazın.',
    en: 'A topic with this name exists already; enter another name.',
  },
  tooManyTopics: {
    tr: 'En çok 100 kategori olabilir; artık kullanmadığınız birini silin.',
    en: 'There can be 100 topics at most; delete one that you no longer use.',
  },
  tooManyTopicsOfTicket: {
    tr: 'Bir talebin en çok 20 kategorisi olabilir; önce birini kaldırın.',
    en: 'A ticket can have 20 topics at most; remove one first.',
  },
  ticketNotOpen: { tr: 'Bu talep açık değil.', en: 'This ticket is not open.' },
  ticketNotClosed: {
    tr: 'Yalnızca kapatılmış bir talep arşivlenebilir.',
    en: 'Only a closed ticket can be archived.',
  },
  ticketNotReopened: {
    tr: 'Bu talep artık yeniden açılamaz. Yeni bir talep açın.',
    en: 'This ticket can no longer be reopened. Open a new one.',
  },
  ticketNotUnarchived: {
    tr: 'Bu talebi arşivden yalnızca destek ekibi çıkarabilir. Yeni bir talep açabilirsiniz.',
    en: 'Only the support team can unarchive this ticket. You can open a new one.',
  },
  ticketFull: {
    tr: 'Bu talepte olabilecek en çok mesaj var. Yeni bir taleple devam edin.',
    en: 'This ticket has as many messages as it can have. Continue in a new one.',
  },
  ticketArchived: {
    tr: 'Arşivlenmiş bir talebe mesaj yazılamaz.',
    en: 'No message can be written on an archived ticket.',
  },
  assignedMeanwhile: {
    tr: (name: string) => `Bu talep bu arada atandı; sorumlusu artık ${name}.`,
    en: (name: string) => `This ticket was assigned meanwhile: ${name} has it now.`,
  },
  unassignedMeanwhile: {
    tr: 'Bu talebin sorumlusu bu arada kaldırıldı.',
    en: 'The assignee of this ticket was removed meanwhile.',
  },
  prioritizedMeanwhile: {
    tr: 'Bu talebin önceliği bu arada değiştirildi.',
    en: 'The priority of this ticket was changed meanwhile.',
  },
  snoozedMeanwhile: {
    tr: 'Bu talebin ertelemesi bu arada değiştirildi.',
    en: 'The snooze of this ticket was changed meanwhile.',
  },
  correctedMeanwhile: {
    tr: (value: string) => `Bu bilgi bu arada değiştirildi; şimdi: ${value}`,
    en: (value: string) => `This was changed meanwhile; it is now: ${value}`,
  },
  moveWithoutMachine: {
    tr: 'Talep başka bir firmaya taşınırken o firmanın bir makinesini de seçin.',
    en: 'A ticket that is moved to another company needs a machine of that company.',
  },
  moveWithoutRequester: {
    tr: 'Talep başka bir firmaya taşınırken o firmadan bir talep eden de seçin.',
    en: 'A ticket that is moved to another company needs a requester of that company.',
  },
  mergedMeanwhile: {
    tr: 'Bu talebe bu arada başka bir talep birleştirildi; yeniden deneyin.',
    en: 'Another ticket was merged into this one meanwhile; try again.',
  },
  notAssignable: {
    tr: 'Bir talep yalnızca ekibinizin hesabı etkin bir üyesine atanabilir.',
    en: 'A ticket can be assigned only to an active member of your team.',
  },
  notMentionable: {
    tr: (name: string) =>
      `${name} ekibinizin hesabı etkin bir üyesi değil, bu yüzden notu göremez. Adını çıkarıp yeniden kaydedin.`,
    en: (name: string) =>
      `${name} is no active member of your team and could not see the note. Take the mention out and save again.`,
  },
  tooManyNotes: {
    tr: 'Bu talepte olabilecek en çok iç not var.',
    en: 'This ticket has as many internal notes as it can have.',
  },
  fileNotUploaded: { tr: 'Dosya henüz yüklenmedi.', en: 'The file has not been uploaded yet.' },
  fileAlreadyUploaded: {
    tr: 'Bu dosya zaten yüklendi.',
    en: 'This file has been uploaded already.',
  },
  uploadOvertaken: {
    tr: 'Bu dosya başka bir bağlantıdan yeniden gönderiliyor.',
    en: 'This file is being sent again over another connection.',
  },
  uploadPartMisplaced: {
    tr: 'Dosyanın sıradaki parçası bu değil; sunucuya ulaşan son bayttan devam edin.',
    en: 'This is not the next part of the file; continue after the last byte that was received.',
  },
  fileNotConfirmed: {
    tr: 'Dosyanın yüklendiği henüz onaylanmadı.',
    en: "The file's upload has not been confirmed yet.",
  },
  fileAlreadyConfirmed: {
    tr: 'Bu dosya zaten onaylandı.',
    en: 'This file has been confirmed already.',
  },
  fileAlreadyAttached: {
    tr: 'Bu dosya zaten eklendi.',
    en: 'This file has been attached already.',
  },
  fileChecking: {
    tr: 'Bu dosyada zararlı yazılım olup olmadığına bakılıyor; birazdan indirebilirsiniz.',
    en: 'This file is being checked for malware; you can download it in a moment.',
  },
  fileOversize: {
    tr: 'Bu dosya zararlı yazılım denetimi için çok büyük, bu yüzden indirilemiyor. Daha küçük parçalar hâlinde yükleyin ya da sistem yöneticisinden sınırı yükseltmesini isteyin.',
    en: 'This file is too large to be checked for malware, so it cannot be downloaded. Upload it in smaller parts, or ask the system administrator to raise the limit.',
  },
  fileInfected: {
    tr: 'Bu dosyada zararlı yazılım bulundu; dosya silindi.',
    en: 'Malware was found in this file, and the file was deleted.',
  },
  quotaExceeded: {
    tr: 'Bu dosya için yeterli yer yok; dosya yüklenmedi. Bir yönetici makinelerin gereksiz dosyalarını silerek yer açabilir.',
    en: 'There is not enough room for this file, so it was not uploaded. An administrator can make room by deleting files of machines.',
  },
  mergeIntoSelf: {
    tr: 'Bir talep kendisiyle birleştirilemez.',
    en: 'A ticket cannot be merged into itself.',
  },
  mergeOtherCompany: {
    tr: 'Yalnızca aynı firmanın talepleri birleştirilebilir.',
    en: 'Only tickets of one company can be merged.',
  },
  mergeOfArchived: {
    tr: 'Arşivlenmiş bir talep birleştirilemez.',
    en: 'An archived ticket cannot be merged.',
  },
  mergeIntoClosed: {
    tr: 'Seçilen talep açık değil; önce onu yeniden açın.',
    en: 'The chosen ticket is not open; reopen it first.',
  },
  mergeOfMerged: {
    tr: 'Bu talebe başka talepler birleştirilmiş; öteki talebi bununla birleştirin.',
    en: 'Other tickets were merged into this one; merge the other ticket into it.',
  },
  ticketMerged: {
    tr: 'Bu talep başka bir taleple birleştirildi; yazışma orada sürüyor.',
    en: 'This ticket was merged into another one, where the conversation goes on.',
  },
  notMerged: {
    tr: 'Bu talep birleştirilmiş değil.',
    en: 'This ticket is not merged.',
  },
  mergeTooOld: {
    tr: (hours: number) => `Bir birleştirme yalnızca ilk ${hours} saatte geri alınabilir.`,
    en: (hours: number) => `A merge can be undone for ${hours} hours only.`,
  },
  retractTooLate: {
    tr: (minutes: number) =>
      `Bir mesaj yalnızca ilk ${minutes} dakikada geri alınabilir; bu mesaj talepte kalır.`,
    en: (minutes: number) =>
      `A message can be taken back for ${minutes} minutes only; this one stays on the ticket.`,
  },
  retractMailed: {
    tr: 'Bu mesaj e-postayla gönderildiği için geri alınamaz.',
    en: 'This message has gone out by mail, so it cannot be taken back.',
  },
  retractOfMail: {
    tr: 'E-postayla gelen bir mesaj geri alınamaz.',
    en: 'A message that came by mail cannot be taken back.',
  },
  messagesSince: {
    tr: (count: number) =>
      `Siz yazmaya başladıktan sonra ${count} mesaj geldi; mesajınız gönderilmedi.`,
    en: (count: number) =>
      `${count === 1 ? 'One message has' : `${count} messages have`} come since you began to write; yours was not sent.`,
  },
  quotaExceededBy: {
    tr: (left: number) =>
      `Bu dosya için yeterli yer yok (${sizeIn('tr', left)} kaldı); dosya yüklenmedi. Makinelerin gereksiz dosyalarını silerek yer açabilirsiniz.`,
    en: (left: number) =>
      `There is not enough room for this file (${sizeIn('en', left)} is left), so it was not uploaded. You can make room by deleting files of machines.`,
  },
  quotaExceededByText: {
    tr: 'Mesajınız için yer kalmadı; gönderilmedi. Bir yönetici makinelerin gereksiz dosyalarını silerek yer açabilir.',
    en: 'There is no room left for your message, so it was not sent. An administrator can make room by deleting files of machines.',
  },
  tooManyUploads: {
    tr: 'Aynı anda çok fazla dosya yüklüyorsunuz. Öncekiler bitince yeniden deneyin; yarıda kalanlar bir saat sonra sayılmaz.',
    en: 'You are uploading too many files at once. Try again when the others have finished; those that broke off stop counting after an hour.',
  },
  idempotencyAnswerLost: {
    tr: 'Bu Idempotency-Key ile gönderilen isteğin yanıtı artık okunamıyor. Kaydın oluşup oluşmadığına bakın, gerekirse yeni bir anahtarla gönderin.',
    en: 'The answer to the request with this Idempotency-Key can no longer be read. Look whether the record was made; if it was not, send it with a new key.',
  },
  mailBeingSent: {
    tr: 'Bu e-posta şu anda gönderiliyor. Sonucu birazdan listede görünür.',
    en: 'This mail is being sent right now. The list will soon show how it went.',
  },
  mailNotHeld: {
    tr: 'Bu e-posta artık beklemiyor; listeyi yenileyin.',
    en: 'This mail does not wait for you any more; reload the list.',
  },
  mailOfTeam: {
    tr: 'Bu e-postayı ekibinizden biri yazmış; ekip e-postayla talep açamaz.',
    en: 'This mail is from one of your team, who open no tickets by mail.',
  },
  mailEmpty: {
    tr: 'Bu e-postanın metni ve eki yok; talebe yazılacak bir şey yok.',
    en: 'This mail has neither text nor attachments: there is nothing to write in a ticket.',
  },
  mailWithoutUser: {
    tr: 'Bu e-postanın göndereni hiçbir firmanın kullanıcısı değil; önce davet edileceği firmayı seçin.',
    en: 'The sender of this mail is a user of no company; choose the company to which they are invited.',
  },
  senderNotInvitable: {
    tr: 'Bu e-postanın göndereni davet edilemiyor: adresi geçerli değil.',
    en: 'The sender of this mail cannot be invited: the address is not valid.',
  },
  mailAddressTaken: {
    tr: 'Bu gelen e-posta adresi kullanımda; başka bir ad seçin.',
    en: 'This incoming address is in use; choose another name.',
  },
  noSenderAddress: {
    tr: 'Kontrol edilecek bir gönderen adresi yok; önce adresi kaydedin.',
    en: 'There is no sender address to check; save one first.',
  },
  // 413
  tooLarge: { tr: 'İstek çok büyük.', en: 'The request is too large.' },
  fileTooLarge: { tr: 'Dosya çok büyük.', en: 'The file is too large.' },
  // 422
  idempotencyKeyReused: {
    tr: 'Bu Idempotency-Key daha önce başka bir istekle gönderilmiş; hiçbir şey yapılmadı. Farklı bir istek için yeni bir anahtar gönderin.',
    en: 'This Idempotency-Key was sent with another request before; nothing was done. Send a new key with a different request.',
  },
  // 429, 500, 503
  tooManyRequests: {
    tr: (seconds: number) =>
      `Çok fazla deneme yapıldı. ${waitIn('tr', seconds)} sonra yeniden deneyin.`,
    en: (seconds: number) => `Too many attempts. Try again in ${waitIn('en', seconds)}.`,
  },
  tooManyLists: {
    tr: 'Aynı anda çok fazla uzun liste istiyorsunuz. Öncekiler gelince yeniden deneyin.',
    en: 'You are asking for too many long lists at once. Try again when the others have come.',
  },
  tooManyStreams: {
    tr: 'Portal çok fazla pencerede ya da cihazda açık; bu pencere yenilikleri daha seyrek gösterir.',
    en: 'The portal is open in too many windows or on too many devices; this window shows news less often.',
  },
  unexpected: {
    tr: 'Beklenmeyen bir hata oluştu. Yeniden deneyin; sürerse istek numarasıyla bize yazın.',
    en: 'Something went wrong. Try again; if it goes on, tell us the request number.',
  },
  unavailable: {
    tr: 'Şu anda hizmet veremiyoruz. Biraz sonra yeniden deneyin.',
    en: 'We cannot serve you right now. Try again in a moment.',
  },
  busy: {
    tr: 'Şu anda çok yoğunuz. Birkaç saniye sonra yeniden deneyin.',
    en: 'We are very busy right now. Try again in a few seconds.',
  },
})
export type ErrorCode = keyof ReturnType<typeof errorMessages>

/** A Zod issue; its text depends on further details, such as `minimum`. */
export type Issue = {
  code?: string | undefined
  message: string
  path: PropertyKey[]
  [detail: string]: unknown
}

/** The issue as a sentence in the language of `t`. Needs issues made with `reportInput: true`. */
export function explain(issue: Issue, t: typeof issueMessages): string {
  const own = (t as Record<string, unknown>)[issue.message]
  if (typeof own === 'string') return own
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length > 0 && (issue.input === undefined || issue.input === null))
        return t.required
      return (
        { string: t.text, array: t.list, object: t.object, int: t.number }[
          String(issue.expected)
        ] ?? t.wrongFormat
      )
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? t.required : t.tooShort(Number(issue.minimum))
      return issue.origin === 'array'
        ? t.tooFew(Number(issue.minimum))
        : t.tooSmall(Number(issue.minimum))
    case 'too_big':
      if (issue.origin === 'string') return t.tooLong(Number(issue.maximum))
      return issue.origin === 'array'
        ? t.tooMany(Number(issue.maximum))
        : t.tooBig(Number(issue.maximum))
    case 'invalid_value':
      return issue.input === undefined
        ? t.required
        : t.oneOf((issue.values as unknown[]).join(', '))
    case 'invalid_format':
      if (issue.input === '') return t.required // nothing was chosen
      return issue.format === 'uuid' ? t.uuid : issue.format === 'date' ? t.date : t.wrongFormat
    default:
      return t.wrongFormat
  }
}
