export const settingsMessages = {
  reopenDays: 'Yeniden açma süresi (gün)',
  reopenDaysHint:
    'Müşterinin mesajı, kapatılmış bir talebi bu süre içinde yeniden açar; sonrasında talep kapalı kalır, mesajı ekibinizi bekler ve müşteriye yeni bir talep de önerilir. Müşteri kendi arşivlediği talebi de bu süre içinde geri alabilir. 0: hiçbir zaman. Ekibiniz her zaman yeniden açabilir.',
  customersSeePresence: 'Müşterilerin ekibinizi görmesi',
  customersSeePresenceHint:
    'Müşteri, açık talebine ekibinizden birinin baktığını ve kimin yazdığını görür. Ekibiniz herkesi her zaman görür; canlı destek, ekibinizin çevrimiçi olduğunu yine söyler.',
  presenceShown: 'Gösterilsin',
  presenceHidden: 'Gösterilmesin',
  assignOnReply: 'Yanıtlayana atama',
  assignOnReplyHint:
    'Sorumlusu olmayan bir talebi ekibinizden biri yanıtladığında talep ona atanabilir. Sorumlusu olan bir talep olduğu gibi kalır.',
  assignedByHand: 'Yalnızca elle atansın',
  assignedOnReply: 'İlk yanıtlayana atansın',
  staffMayInvite: 'Kullanıcı daveti',
  staffMayInviteHint:
    'Ekibinizden yönetici olmayanlar da firmaların kullanıcılarını davet edebilir. Davet edilen, firmasının makinelerini ve taleplerini görür. Düzenleme ve silme yine yöneticilerdedir.',
  invitedByAdministrators: 'Yalnızca yöneticiler davet etsin',
  invitedByStaff: 'Tüm ekip davet etsin',
  country: 'Ülke',
  countryHint: 'Ülke kodu olmayan telefon numaraları bu ülkenin koduyla aranır.',
  keptSessions: 'Cihazda açık kalan oturumlar',
  keptSessionsHint:
    'Giriş yaparken “Bu cihazda oturumum açık kalsın” seçilebilir: böyle bir oturum, 30 gün kullanılmayınca ve en geç 180 gün sonra kapanır. Ekibinizin oturumu tüm müşterilerinizi gösterdiği için bu, önce yalnızca müşterilere açıktır. İzin kaldırılınca açık kalan oturumlar da olağan sürelerinde kapanır.',
  keptByNobody: 'Kimse için açık kalmasın',
  keptByCustomers: 'Yalnızca müşteriler için',
  keptByEveryone: 'Müşteriler ve ekibiniz için',
  emergencyPhone: 'Acil durum telefonu',
  emergencyPhoneHint:
    'Makinesi duran müşteri bu numarayı yeni talepte ve makinesinin sayfasında görür, dokunup arar.',
  emergencyHours: 'Bu telefon ne zaman açık',
  emergencyHoursHint: 'Çalışma saatleri “Yanıt hedefleri ve çalışma saatleri” sayfasındadır.',
  emergencyAlways: 'Her zaman',
  emergencyInWorkingHours: 'Çalışma saatlerinde',
  color: 'E-postaların rengi',
  colorHint:
    'E-postalarınızdaki düğmenin ve bağlantıların rengi. Boşsa portalın mavisi kullanılır.',
  openTargets: 'Yanıt hedefleri ve çalışma saatleri',
  targetsAbout:
    'Ekibinizin ne zaman çalıştığı ve talepleri ne kadar sürede yanıtladığı. Yanıtı bekleyen taleplere de hemen uygulanır.',
  targetsUpdating: 'Yanıtı bekleyen taleplerin süreleri güncelleniyor; bitince bu satır kaybolur.',
  targets: 'Hedefler',
  targetsHint:
    'Süreler çalışma saatleriyle ölçülür; talep müşteriyi beklerken durur. Müşteri, en geç ne zaman yanıt alacağını talep sayfasında görür.',
  targetOf: {
    first: (priority: string) => `${priority}: ilk yanıt`,
    next: (priority: string) => `${priority}: sonraki yanıtlar`,
  },
  noTarget: 'Hedef yok',
  workingHours: 'Çalışma saatleri',
  workingHoursHint: 'Çalışmadığınız günleri boş bırakın.',
  copyMonday: 'Pazartesiyi tüm günlere kopyala',
  opens: (day: string) => `${day}, başlangıç`,
  closes: (day: string) => `${day}, bitiş`,
  timeZone: 'Saat dilimi',
  publicHolidays: 'Türkiye’nin resmî tatilleri',
  publicHolidaysHint:
    'Bayram arifelerinde ve 28 Ekim’de saat 13.00’e kadar çalışılır. Dinî bayram tarihleri 2035 sonuna kadar tanımlıdır.',
  holidaysOff: 'Çalışılmaz',
  holidaysWorked: 'Çalışılır',
  daysOff: 'Çalışılmayan başka günler',
  daysOffHint: 'Her satıra bir gün, örneğin 31/12/2026.',
  save: 'Kaydet',
}
