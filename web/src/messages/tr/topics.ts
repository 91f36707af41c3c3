/** The page on which administrators manage topics. */
export const topicMessages = {
  about:
    'Ekibiniz talepleri bunlarla sınıflandırır: bir talebin birkaç etiketi olabilir, kuyruk etikete göre süzülür. Müşteriler etiketleri görmez.',
  add: 'Yeni etiket',
  added: 'Etiket eklendi.',
  edit: 'Etiketin adını değiştir',
  editOf: (name: string) => `Etiketin adını değiştir: ${name}`,
  remove: 'Etiketi sil',
  removeOf: (name: string) => `Etiketi sil: ${name}`,
  removeLine: (count: number, formatted: string) =>
    count === 0
      ? 'Hiçbir talepte kullanılmıyor.'
      : `${formatted} talepten kaldırılır; talepler olduğu gibi kalır.`,
  filtersLine: 'Bu etiketle kaydedilmiş süzgeçler artık talep göstermez.',
  name: 'Ad',
  nameHint: (most: number) =>
    `Örneğin: Yedek parça. En çok 40 karakter; toplam ${most} etiket olabilir.`,
  save: 'Kaydet',
  none: 'Henüz etiket yok',
  noneHint:
    'Yedek parça, Kurulum ya da Elektrik gibi etiketler ekleyin; ekibiniz talepleri bunlarla sınıflandırır.',
}
