// Of dialogs about tickets, which load them when they are first opened.
export const ticketDialogMessages = {
  correctionAbout:
    'Her düzeltme talebin geçmişine yazılır; müşteri de görür. Kimseye e-posta gitmez.',
  saveCorrection: 'Düzeltmeyi kaydet',
  chooseCompany: 'Firma seçin',
  chooseUser: 'Kişi seçin',
  move: 'Talebi taşı',
  moves: (company: string) =>
    `Talep ${company} firmasına taşınır; oradaki herkes tüm yazışmayı görür.`,
  goesAlong: (messages: string, files: string) =>
    `Birlikte giden: ${messages} mesaj${files === '0' ? '' : `, ${files} dosya`}.`,
  notesStay: (notes: string) => `${notes} iç notu yine yalnızca ekibiniz görür.`,
  mergedToo: (count: string) => `Bu taleple birleştirilen ${count} talep de taşınır.`,
  loses: (company: string) => `${company} firmasından hiç kimse talebe artık ulaşamaz.`,
  losesToo: (names: string) => `Talepte yer alıp onu kaybedenler: ${names}.`,

  mergeTitle: (name: string) => `${name} birleştirilsin mi?`,
  mergeAbout:
    'Bu talebin mesajları ve notları seçtiğiniz talebe taşınır; bu talep arşivlenir ve adresi oraya götürür. Bir gün boyunca geri alınabilir.',
  mergeInto: 'Birleşeceği talep',
  mergeTickets: 'Birleştir',
  chooseTicket: 'Talep seçin',

  filterName: 'Ad',
  filterNameHint: 'Örneğin: Duran makineler',
  filterVisibleTo: 'Kim görür',
  filterOfMe: 'Yalnız ben',
  filterOfMeHint: 'Menüde yalnız sizin için görünür.',
  filterOfTeam: 'Tüm ekip',
  filterOfTeamHint: 'Ekipteki herkesin menüsünde görünür; herkes değiştirip silebilir.',
  filterSaved: 'Filtre kaydedildi.',
  saveFilter: 'Kaydet',

  snoozeUntilDay: 'Talep hangi güne ertelensin?',
  snoozeDay: 'Gün',
  snoozeDayHint: (time: string) => `Talep o gün saat ${time} olunca listenize döner.`,
  snoozePastDue: (time: string) => `Yanıt zamanı (${time}) bundan önce; talep bu arada gecikir.`,
}
