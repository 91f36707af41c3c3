/** What is wrong with one field: first Zod's issue codes, then the codes of `fields.ts`. */
export const issueMessages = {
  required: 'Bu alan zorunlu.',
  text: 'Tek bir metin olmalı.',
  list: 'Bir liste olmalı.',
  object: 'Bir JSON nesnesi olmalı.',
  tooShort: (min: number) => `En az ${min} karakter olmalı.`,
  tooLong: (max: number) => `En çok ${max} karakter olabilir.`,
  tooFew: (min: number) => `En az ${min} öğe olmalı.`,
  tooMany: (max: number) => `En çok ${max} öğe olabilir.`,
  tooSmall: (min: number) => `En az ${min} olmalı.`,
  tooBig: (max: number) => `En çok ${max} olabilir.`,
  oneOf: (values: string) => `Şunlardan biri olmalı: ${values}.`,
  wrongFormat: 'Biçimi geçersiz.',
  uuid: 'Geçerli bir kimlik (UUID) değil.',
  date: 'Geçerli bir tarih değil (YYYY-AA-GG).',

  timeZone: 'Bilinen bir saat dilimi değil (örneğin Europe/Istanbul).',
  email: 'Geçerli bir e-posta adresi değil.',
  number: 'Bir tam sayı olmalı.',
  mimeType: 'Geçerli bir dosya türü değil (örneğin image/png).',
  controlCharacters: 'Görünmeyen denetim karakterleri içeremez.',
  directionMarks: 'Yazı yönünü değiştiren işaretler içeremez.',
  visibleAscii: 'Yalnızca boşluksuz ASCII karakterler içerebilir.',
  pathInFileName: 'Dosya adında / ya da \\ olamaz.',
  weakPassword: 'Parola en az 8 karakter olmalı, bir rakam ve bir büyük harf içermeli.',
  commonPassword:
    'Bu parolayı çok kişi kullanıyor, ilk denenenlerden biri. Başka bir parola seçin.',
  personalPassword:
    'Parola adınızdan, e-posta adresinizden ya da portalın adından oluşmamalı. Başka bir parola seçin.',
  wrongCode: 'Kod doğru değil ya da daha önce kullanıldı. Uygulamanın gösterdiği yeni kodu yazın.',
  wrongRecoveryCode: 'Kurtarma kodu doğru değil ya da daha önce kullanıldı.',
  passwordOrCode: 'Parolanızı ya da bir giriş kodu girin.',
  wrongPassword: 'Parola hatalı.',
  nothingToChange: 'Neyin değişeceğini belirtin.',
  warrantyBeforePurchase: 'Garanti bitişi satın alma tarihinden önce olamaz.',
  yearOutOfRange: 'Yıl 1900 ile 2999 arasında olmalı.',
  country: 'Bilinen bir ülke kodu değil (örneğin TR).',
  color: 'Bir renk değil (örneğin #196ac8).',
  colorTooLight:
    'Bu renk çok açık: üzerindeki beyaz yazı ve bu renkteki bağlantılar okunamaz. Daha koyu bir renk seçin.',
  localPart: 'Yalnızca a–z harfleri, rakamlar ve bunların arasında - ile _ içerebilir.',
  reservedLocalPart:
    'Bu ad e-posta sunucularına ya da portalın kendisine ayrılmış. Başka bir ad seçin.',
  foreignSenderDomain:
    'Bu alan adındaki adresler portalı işletene ait. Kendi alan adınızdaki bir adresi kullanın.',
  fileWithoutMessage: 'Dosyayla birlikte bir mesaj da yazın.',
}
