import { notificationSettings } from '#contract/notifications.tr.ts'

export const notificationSettingsMessages = {
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
  installFirst:
    "iPhone ve iPad'de bildirim almak için önce portalı yükleyin: Safari'de Paylaş düğmesine basın, “Ana Ekrana Ekle”yi seçin ve portalı oradan açın.",
  pushIsOn: 'Portal kapalıyken de bu tarayıcıya bildirim gelir.',
  pushOn: 'Portal kapalıyken de bildir',
  pushOff: 'Bu tarayıcıda kapat',
  pushOffEverywhere: (count: number) => `Tüm tarayıcılarda kapat (${count} tarayıcı daha)`,
  pushText: 'Bildirimde talebin başlığı ve mesajın başı da görünsün (kilitli ekranda okunabilir)',
  saved: 'Bildirim ayarları kaydedildi.',
}
