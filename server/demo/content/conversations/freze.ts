import type { Scripts } from './script.ts'

export const freze: Scripts = {
  turkish: [
    {
      title: 'Takım değiştirici takıldı',
      messages: [
        'c: Kol yarı yolda kaldı, takım ağızda. U-21. [U-21]',
        's: Mil tarafında takım sıkılı mı? Ekrandan “kol elle” sayfasını açıp adım 4’e alabilirsiniz.',
        'c: Sıkılı. Adım 4’te hareket etmiyor.',
        's: Hava basıncı 5,5 barın altındaysa kol kilitlenir. Göstergeye bakar mısınız?',
        'c: 4,8 bar. Hattı açtık, kol döndü.',
        's: Güzel. Basınç anahtarını 5,5’e ayarlayın ki baştan uyarsın.',
      ],
    },
    {
      title: 'Program aktarımı çok yavaş',
      messages: [
        'c: Ağdan 40 MB program atmak 15 dakika sürüyor.',
        's: Kabloyla doğrudan bağlanınca da aynı mı? Switch portu 10 Mbit’te kalmış olabilir.',
        'c: Doğrudan bağlayınca 20 saniye.',
        's: O hâlde sorun switch tarafında. Portu otomatik anlaşmaya alın.',
        'c: Bilgi işlem düzeltti, teşekkürler.',
      ],
    },
    {
      title: 'Z ekseni her açılışta kaçıyor',
      messages: [
        'c: Açılışta Z 2 mm aşağı kaçıyor.',
        's: Fren gevşemiş olabilir. Tablaya takoz koymadan altında çalışmayın lütfen. Servis kaydı açıyorum.',
        'c: Tamam, makineyi durdurduk.',
        's: Fren bobini değişti, 50 kez kapat-aç denendi. Rapor ekte. [rapor]',
        'c: Sorun tekrarlamadı.',
      ],
    },
    {
      title: 'Probe ölçümü tutarsız',
      messages: [
        'c: Aynı noktayı beş kez ölçünce 2 yüz oynuyor.',
        's: Uç sıkılığını ve pil gerilimini kontrol edip O9800 ile yeniden kalibre edin.',
        'c: Uç gevşekmiş.',
      ],
    },
  ],
  english: [
    {
      title: 'Spindle orientation fails',
      messages: [
        'c: Alarm U-09 during tool change: orientation not reached.',
        's: Is the spindle warm? Please try after ten minutes at 500 rpm.',
        'c: Same when warm.',
        's: Then the position sensor needs cleaning, we will guide you by phone at 14:00.',
        'c: Done together with your colleague, works.',
      ],
    },
    {
      title: 'Coolant pump trips',
      messages: [
        'c: The coolant pump trips its breaker twice a shift.',
        's: Chips in the impeller are the usual cause. Please clean the pump basket and tell us the current.',
        'c: 3.9 A.',
        's: Rated is 2.8. The bearing is going, a pump is on its way.',
      ],
    },
  ],
}
