export const callMessages = {
  /** Before the reason of a failed call whose response has no message. */
  fallbacks: {
    fetchMachines: 'Makineler alınamadı',
    updateMachines: 'Makineler güncellenemedi',
    deleteMachine: 'Makine silinemedi',
    fetchUsers: 'Kullanıcı bilgileri alınamadı',
    deleteUser: 'Kullanıcı silinemedi',
  },
  network: 'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.',
  unexpected:
    'Beklenmeyen bir hata oluştu. Sayfayı yenileyip yeniden deneyin; sürerse portalın yöneticisine haber verin.',
  languageAtNextLoad:
    'İngilizce metinler yüklenemedi. Bağlantınızı kontrol edip sayfayı yenileyin.',
  /** Of a response that is not the portal's, such as the error page of a proxy. */
  server: (status: number) =>
    `Sunucu isteği yanıtlayamadı (hata ${status}). Biraz sonra yeniden deneyin; sürerse portal yöneticinize bildirin.`,
}
