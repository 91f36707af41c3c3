import type { RecordStatus, SenderRecord } from '#contract/mail.ts'

export const senderMessages = {
  about: 'Müşterilerinize giden e-postaların göndereni ve size gelen e-postaların adresi.',
  open: 'Göndereni düzenle',
  used: 'Şu anda kullanılan',
  from: 'E-postaların göndereni',
  incoming: 'Size gelen e-postaların adresi',
  incomingAbout:
    'Bu adrese yazan müşterinin e-postası yeni bir talep olur. Kendi adresinize gelenleri buraya yönlendirebilirsiniz.',
  noIncoming: 'Bu kurulum e-posta almıyor; portalı işleten açabilir.',
  settings: 'Değiştir',
  senderName: 'Gönderen adı',
  senderNameHint: 'Boşsa firmanızın adı kullanılır.',
  senderAddress: 'Gönderen adresi',
  senderAddressHint: (address: string) =>
    `Kendi alan adınızdaki bir adres; aşağıdaki DNS kayıtları bulununca kullanılır. Boşsa ${address} kullanılır.`,
  mailInAddress: 'Gelen adresin @ işaretinden önceki bölümü',
  mailInAddressHint:
    'Yalnızca bu bölümü yazın, örneğin destek. Boşsa portalın alan adı kullanılır. Değiştirdiğiniz anda eski adrese gelen e-postalar talep olmaz; yönlendirmelerinizi de değiştirin.',
  save: 'Kaydet',
  records: 'DNS kayıtları',
  recordsAbout: (address: string) =>
    `${address} adresinin kullanılması için alan adınızın DNS'ine bu kayıtları ekleyin, sonra kontrol edin. Yeni kayıtların görünmesi bir saati bulabilir.`,
  verified: 'Doğrulandı: e-postalar bu adresten gidiyor.',
  notVerified: 'Henüz doğrulanmadı: e-postalar kurulumun adresinden gidiyor.',
  check: 'DNS kayıtlarını kontrol et',
  checkedAll: 'Tüm kayıtlar doğru; e-postalar artık bu adresten gidiyor.',
  checkedSome: 'Bazı kayıtlar doğru değil; e-postalar kurulumun adresinden gidiyor.',
  checkedLater:
    'DNS tüm kayıtlar için yanıt vermedi; hiçbir şey değişmedi. Daha sonra yeniden kontrol edin.',
  type: 'Tür',
  name: 'Ad',
  value: 'Değer',
  status: 'Durum',
  copyName: (record: string) => `Adını kopyala: ${record}`,
  copyValue: (record: string) => `Değerini kopyala: ${record}`,
  found: 'Bulunan:',
  notChecked: 'Kontrol edilmedi',
  purposes: {
    ownership: 'Alan adının sizin olduğunu gösterir.',
    spf: 'Portalın e-posta sunucusuna sizin adınıza gönderme izni verir. Alan adınızda v=spf1 ile başlayan bir kayıt varsa ikincisini eklemeyin; v=spf1 ile ~all arasındakini o kayda ekleyin.',
    dkim: 'E-postaların sizin alan adınızla imzalanmasını sağlar.',
    dmarc:
      'Alıcılara, bu denetimlerden geçmeyen e-postalara ne yapacaklarını söyler. Daha sıkı bir kaydınız varsa kalabilir.',
  } satisfies Record<SenderRecord['purpose'], string>,
  statuses: {
    ok: 'Doğru',
    missing: 'Bulunamadı',
    different: 'Farklı',
    several: 'Birden fazla',
    unavailable: 'DNS yanıt vermedi',
  } satisfies Record<RecordStatus, string>,
}
