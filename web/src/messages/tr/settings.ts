export const settingsMessages = {
  reopenDays: 'Yeniden açma süresi (gün)',
  reopenDaysHint:
    'Müşterinin mesajı, kapatılmış bir talebi bu süre içinde yeniden açar; sonrasında yeni bir talep açması önerilir. Müşteri kendi arşivlediği talebi de bu süre içinde geri alabilir. 0: hiçbir zaman. Ekibiniz her zaman yeniden açabilir.',
  answerHours: 'Olağan yanıt süresi (saat)',
  answerHoursHint:
    'Ekibinizden kimse çevrimiçi değilken canlı destek, genellikle ne zamana kadar yanıtladığınızı söyler. Boşsa bir süre söylenmez.',
  customersSeePresence: 'Müşterilerin ekibinizi görmesi',
  customersSeePresenceHint:
    'Müşteri, açık talebine ekibinizden birinin baktığını ve kimin yazdığını görür. Ekibiniz herkesi her zaman görür; canlı destek, ekibinizin çevrimiçi olduğunu yine söyler.',
  presenceShown: 'Görürler',
  presenceHidden: 'Görmezler',
  assignOnReply: 'Yanıtlayana atama',
  assignOnReplyHint:
    'Sorumlusu olmayan bir talebi ekibinizden biri yanıtladığında talep ona atanabilir. Sorumlusu olan bir talep olduğu gibi kalır.',
  assignedByHand: 'Yalnızca elle atansın',
  assignedOnReply: 'İlk yanıtlayana atansın',
  country: 'Ülke',
  countryHint: 'Ülke kodu yazılmamış telefon numaraları bu ülkeye göre aranır.',
  color: 'E-postaların rengi',
  colorHint:
    'E-postalarınızdaki düğmenin ve bağlantıların rengi. Boşsa portalın mavisi kullanılır.',
  save: 'Kaydet',
}
