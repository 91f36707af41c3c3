import { notificationSentences, notificationSettings } from '#contract/notifications.tr.ts'

export const notificationMessages = {
  bell: 'Bildirimler',
  bellUnread: (count: string) => `Bildirimler: ${count} talepte okunmamış`,
  markAllRead: 'Tümünü okundu say',
  none: 'Henüz bildirim yok.',
  noneHint: 'Taleplerinizdeki gelişmeleri burada görürsünüz.',
  more: (count: number) => `ve ${count} bildirim daha`,
  unread: 'okunmamış',
  all: 'Tüm bildirimler',
  unreadTitle: 'Okunmamış',
  readTitle: 'Okunmuş',
  server: 'Portal',
  ...notificationSentences,

  title: 'Bildirim ayarları',
  about:
    'Neyin size e-posta ile ya da tarayıcıda bildirileceğini seçin. Değişiklikler hemen kaydedilir.',
  kinds: 'Hangi olaylarda',
  kind: 'Olay',
  mail: 'E-posta',
  browser: 'Tarayıcı',
  mailOf: (kind: string) => `${kind}: e-posta`,
  browserOf: (kind: string) => `${kind}: tarayıcı`,
  kindNames: notificationSettings,
  /** `ticket.written` for a customer */
  colleagueWrote: 'Bir ekip arkadaşınız yazdı',
  undeliverable:
    'Size gönderilen e-postalar geri döndü. Bu yüzden talepler hakkında e-posta gönderilmiyor.',
  resumeMails: 'Yeniden e-posta gönder',
  mailsResumed: 'Talepler hakkında yeniden e-posta alacaksınız.',
  scope: 'Hangi talepler',
  scopeAbout: 'Size atanan, yazdığınız ya da takip ettiğiniz talepler her zaman bildirilir.',
  scopes: {
    all: 'Tüm talepler',
    mine: 'Benim taleplerim ve henüz kimsenin üstlenmediği ya da yanıtlamadığı talepler',
    companies: 'Seçtiğim firmaların talepleri',
  },
  companies: 'Firmalar',
  noCompanyChosen:
    'Henüz firma seçmediniz: yalnızca size atanan, yazdığınız ve takip ettiğiniz talepler bildirilir.',
  noCompanies: 'Henüz firma yok.',
  noCompanyFound: 'Aramanıza uyan firma yok.',
  thisBrowser: 'Bu tarayıcı',
  permissions: {
    default:
      'Bu tarayıcı, başka bir sayfaya bakıyor olsanız ya da portal kapalı olsa da bildirim gösterebilir.',
    granted: 'Portal açıkken bu tarayıcı bildirim gösterir.',
    denied:
      'Bu tarayıcıda bildirimler engellenmiş. İzni tarayıcınızın site ayarlarından verebilirsiniz.',
  },
  onlyWhileOpen:
    'Bu tarayıcı, portal açıkken bildirim gösterebilir; başka bir sayfaya bakıyor olsanız da.',
  permit: 'Bildirimlere izin ver',
  installFirst:
    "iPhone ve iPad'de bildirim almak için önce portalı yükleyin: Safari'de Paylaş düğmesine basın, “Ana Ekrana Ekle”yi seçin ve portalı oradan açın.",
  pushIsOn: 'Portal kapalıyken de bu tarayıcıya bildirim gelir.',
  pushOn: 'Portal kapalıyken de bildir',
  pushOff: 'Bu tarayıcıda kapat',
  pushOffEverywhere: (count: number) => `Tüm tarayıcılarda kapat (${count} tarayıcı daha)`,
  pushText: 'Bildirimde talebin başlığı ve mesajın başı da görünsün (kilitli ekranda okunabilir)',
  pushFailed: 'Bildirimler açılamadı ya da kapatılamadı. Biraz sonra yeniden deneyin.',
  pushOffer: 'Portal kapalıyken de haberiniz olsun.',
  dismissOffer: 'Şimdi değil',
  saved: 'Bildirim ayarları kaydedildi.',

  following: 'Bildirimler',
  followers: (names: string) => `Takip edenler: ${names}`,
  followings: { default: 'Ayarlarıma göre', follow: 'Takip et', mute: 'Sessize al' },
}
