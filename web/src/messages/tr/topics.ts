/** The page on which administrators manage topics. */
export const topicMessages = {
  about:
    'Ekibiniz talepleri bunlarla sınıflandırır: bir talebin birkaç kategorisi olabilir, kuyruk kategoriye göre filtrelenir. Müşteriler kategorileri görmez.',
  add: 'Yeni kategori',
  added: 'Kategori eklendi.',
  edit: 'Kategorinin adını değiştir',
  editOf: (name: string) => `Kategorinin adını değiştir: ${name}`,
  remove: 'Kategoriyi sil',
  removeOf: (name: string) => `Kategoriyi sil: ${name}`,
  removeLine: (count: number, formatted: string) =>
    count === 0
      ? 'Hiçbir talepte kullanılmıyor.'
      : `${formatted} talepten kaldırılır; talepler olduğu gibi kalır.`,
  filtersLine: 'Bu kategoriyle kaydedilmiş filtreler artık talep göstermez.',
  name: 'Ad',
  nameHint: (most: number) =>
    `Örneğin: Yedek parça. En çok 40 karakter; toplam ${most} kategori olabilir.`,
  save: 'Kaydet',
  none: 'Henüz kategori yok',
  noneHint:
    'Yedek parça, Kurulum ya da Elektrik gibi kategoriler ekleyin; ekibiniz talepleri bunlarla sınıflandırır.',
}
