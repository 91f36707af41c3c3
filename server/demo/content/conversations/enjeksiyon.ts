import type { Scripts } from './script.ts'

export const enjeksiyon: Scripts = {
  turkish: [
    {
      title: 'Parçada çapak ve eksik baskı',
      messages: [
        'c: Aynı baskıda hem çapak hem eksik dolum görüyoruz. PP, 280 gram.',
        's: Kapama kuvveti ve ütüleme basıncı kaç? Kalıp sıcaklığı dengeli mi?',
        'c: 180 ton, 45 bar. Sabit tarafta 62, hareketlide 38 derece.',
        's: Hareketli taraftaki su devresi tıkalı görünüyor. Devreyi ters yıkayın, iki taraf arası 5 dereceyi geçmesin.',
        'c: Yıkadık, kireç çıktı. Parçalar düzeldi.',
      ],
    },
    {
      title: 'Isıtıcı bölge 3 çalışmıyor',
      messages: [
        'c: Bölge 3 sıcaklığı 140’ta kaldı, set 210. E-33 var. [E-33]',
        's: Rezistansın ucunda gerilim ölçebilir misiniz? Elektrikçiniz yanındayken lütfen.',
        'c: Gerilim var, rezistans açık devre.',
        's: Yedek rezistans stokta, bugün gönderiyorum. Montaj şeması makinenin dosyalarında.',
        'c: Geldi, takıldı, sorun yok.',
      ],
    },
    {
      title: 'Robot kol parçayı düşürüyor',
      messages: [
        'c: Kol parçayı bant yerine yere bırakıyor, vakum yetmiyor gibi.',
        's: Vakum göstergesi -0,6 barın altına inmeli. Vantuzlarda yırtık var mı?',
        'c: İki vantuz yırtık.',
        's: Takımı 8’li yollayalım. Geçene kadar vakum gecikmesini 0,4 saniyeye alın.',
      ],
    },
    {
      title: 'Kalıp koruma ayarı',
      messages: [
        'c: Yeni kalıpta koruma basıncını kaça ayarlayalım?',
        's: Boşta kapatıp en düşük değeri bulun, üstüne 5 bar ekleyin. Koruma mesafesi 60 mm ile başlasın.',
        'c: Tamamdır, 18 barda çalışıyoruz.',
      ],
    },
  ],
  english: [
    {
      title: 'Screw recovery very slow',
      messages: [
        'c: Plasticising takes 28 s instead of 12, same material.',
        's: Please check the back pressure and whether the hopper throat is warm to the touch.',
        'c: Throat is hot, cooling water was shut.',
        's: Then the granulate is bridging. Open the water, clear the throat, and it should be back to normal.',
        'c: 12.5 s. Solved.',
      ],
    },
    {
      title: 'Ejector position lost',
      messages: [
        'c: The ejector loses its position each time the machine is switched off.',
        's: The buffer battery of the encoder is empty. Replace it with the power on, the type is in chapter 9 of the manual.',
      ],
    },
  ],
}
