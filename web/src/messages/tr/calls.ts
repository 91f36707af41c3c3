export const callMessages = {
  network: 'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.',
  languageAtNextLoad: 'İngilizce metinler yüklenemedi. Bağlantınızı kontrol edip sayfayı yenileyin.',
  /** Of a response that is not the portal's, such as the error page of a proxy. */
  server: (status: number) =>
    `Sunucu isteği yanıtlayamadı (hata ${status}). Biraz sonra yeniden deneyin; sürerse portal yöneticinize bildirin.`,
}
