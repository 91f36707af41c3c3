import type { Language } from '#contract/text/messages.ts'
import type { Placeholder } from '#contract/text/placeholders.ts'

const placeholders: Record<Placeholder, string> = {
  name: 'müşterinin adı',
  machine: 'makinenin modeli',
  serial: 'seri numarası',
  ticket: 'talebin numarası',
}

/** The page of saved replies. */
export const savedReplyMessages = {
  about:
    'Sık yazdığınız yanıtlar. Talepte mesaj yazarken / ile açılır; müşterinin dilindeki metin eklenir.',
  add: 'Yeni hazır yanıt',
  edit: 'Hazır yanıtı düzenle',
  editOf: (shortcode: string) => `/${shortcode} yanıtını düzenle`,
  remove: 'Hazır yanıtı sil',
  removeOf: (shortcode: string) => `/${shortcode} yanıtını sil`,
  removeLine: 'Gönderilmiş mesajlar ve dosyaları değişmez.',
  removeTeamLine: 'Tüm ekip için silinir. Gönderilmiş mesajlar ve dosyaları değişmez.',
  saved: 'Hazır yanıt kaydedildi.',
  save: 'Kaydet',
  ofTeam: 'Ekibin yanıtları',
  ofMe: 'Benim yanıtlarım',
  noneOfTeam: 'Ekibin henüz hazır yanıtı yok.',
  noneOfMe: 'Henüz yalnızca size ait bir hazır yanıt yok.',
  notFound: 'Aramaya uyan hazır yanıt yok.',
  count: (count: string) => `${count} hazır yanıt`,
  shortcode: 'Kısa kod',
  shortcodeHint: 'Mesajda / işaretinden sonra yazılır, örneğin garanti. Harf, rakam, - ve _.',
  textOf: { tr: 'Türkçe metin', en: 'İngilizce metin' } satisfies Record<Language, string>,
  textHint: 'Biri yeter. Boş kalan dilde diğeri eklenir.',
  file: 'Dosyalar',
  fileHint: 'İsteğe bağlı, en çok on dosya. Yanıtla birlikte eklenir; yeniden yüklenmez.',
  visibleTo: 'Kim kullanır?',
  me: 'Yalnızca ben',
  meHint: 'Meslektaşlarınız görmez.',
  team: 'Tüm ekip',
  teamHint: 'Ekipten herkes kullanır, değiştirir ve siler.',
  placeholders,
  placeholdersTitle: 'Yer tutucular',
  placeholdersHint:
    'Yanıt eklenirken talebin bilgisiyle değişir. Süslü ayraç içindeki başka sözcükler, örneğin {tarih}, yazanın dolduracağı boşluktur: doldurulmadan gönderilmez.',
  insertPlaceholder: (text: string, about: string) => `${text} ${about}: ekle`,
  preview: 'Önizleme',
  previewHint: 'Örnek bir taleple. İşaretli yerler göndermeden önce doldurulur.',
  previewEmpty: 'Metni yazdıkça burada görünür.',
  sample: {
    name: 'Ayşe Yılmaz',
    machine: 'Torna T-200',
    serial: 'SN-1042',
    ticket: '#1042',
  } satisfies Record<Placeholder, string>,
}
