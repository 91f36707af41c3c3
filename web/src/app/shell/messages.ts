import { messages } from '#contract/messages.ts'
import { language } from '../../browser/language.ts'

export const shellMessages = messages({
  loading: { tr: 'Yükleniyor…', en: 'Loading…' },
  skip: { tr: 'İçeriğe geç', en: 'Skip to the content' },
  menu: { tr: 'Menü', en: 'Menu' },
  openMenu: { tr: 'Menüyü aç', en: 'Open the menu' },
  fold: { tr: 'Menüyü daralt', en: 'Fold the menu' },
  unfold: { tr: 'Menüyü genişlet', en: 'Unfold the menu' },
  companyMenu: { tr: 'Firmanın sayfası', en: "The company's page" },
  breadcrumbs: { tr: 'Buradasınız', en: 'You are here' },
  home: { tr: 'Ana sayfa', en: 'Home' },
  language: { tr: 'Dil', en: 'Language' },
  theme: { tr: 'Görünüm', en: 'Appearance' },
  light: { tr: 'Açık', en: 'Light' },
  dark: { tr: 'Koyu', en: 'Dark' },
  auto: { tr: 'Otomatik', en: 'Auto' },
  user: { tr: (email: string) => `Kullanıcı menüsü: ${email}`, en: (email: string) => `User menu: ${email}` },
  signOut: { tr: 'Çıkış yap', en: 'Sign out' },
  signOutAsk: { tr: 'Çıkış yapılsın mı?', en: 'Sign out?' },
  signOutAbout: {
    tr: 'Yazıp göndermediğiniz mesaj ya da talep var. Çıkış yaparsanız bu tarayıcıdan silinir.',
    en: 'You have written a message or a ticket and not sent it. If you sign out, it is deleted from this browser.',
  },
  signOutYes: { tr: 'Sil ve çık', en: 'Delete and sign out' },
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
  backHome: { tr: 'Ana sayfaya dön', en: 'Back to home' },
  tryAgain: { tr: 'Yeniden dene', en: 'Try again' },
  e400: { tr: 'Hatalı istek', en: 'Bad Request' },
  e400About: { tr: 'İsteğiniz bir hatayla sonuçlandı.', en: 'Your Request resulted in an error.' },
  e403: { tr: 'Erişim yok', en: 'No access' },
  e403About: { tr: 'Bu kaynağı görüntüleme yetkiniz yok.', en: 'You do not have permission to view this resource.' },
  e404: { tr: 'Sayfa bulunamadı', en: 'Page not found' },
  e404About: {
    tr: 'Aradığınız sayfa bulunamadı. Taşınmış ya da silinmiş olabilir.',
    en: 'The page you were looking for is not found. It may have been moved or deleted.',
  },
  e500: { tr: 'Sunucu hatası', en: 'Internal Server Error' },
  e500About: {
    tr: 'Beklenmeyen bir hata oluştu. Yeniden deneyin; sürerse biraz sonra tekrar gelin.',
    en: 'Something went wrong. Try again; if it goes on, come back in a while.',
  },
  offline: { tr: 'İnternet bağlantısı yok', en: 'No internet connection' },
  offlineAbout: {
    tr: 'Bağlantı geri geldiğinde sayfa kendiliğinden açılır.',
    en: 'The page opens by itself once the connection is back.',
  },
  e503: { tr: 'Hizmet verilemiyor', en: 'Service Unavailable' },
  e503About: {
    tr: 'Bakım çalışması var ya da sunucuya ulaşılamıyor. Biraz sonra yeniden deneyin.',
    en: 'We are under maintenance, or the server cannot be reached. Try again in a moment.',
  },
})(language)
