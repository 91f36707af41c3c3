export const correctionMessages = {
  about: 'Her düzeltme talebin geçmişine yazılır; müşteri de görür. Kimseye e-posta gitmez.',
  save: 'Düzeltmeyi kaydet',

  mergeTitle: (name: string) => `${name} birleştirilsin mi?`,
  mergeAbout:
    'Bu talebin mesajları ve notları seçtiğiniz talebe taşınır; bu talep arşivlenir ve adresi oraya götürür. Bir gün boyunca geri alınabilir.',
  mergeInto: 'Birleşeceği talep',
  mergeTickets: 'Birleştir',
  chooseTicket: 'Talep seçin',
}
