import type { Scripts } from './script.ts'

export const taslama: Scripts = {
  turkish: [
    {
      title: 'Yüzeyde titreşim izi',
      messages: [
        'c: Taşlanan yüzeyde eşit aralıklı iz var. Taş yeni bilendi.',
        's: İzler arası mesafe ve taş devri nedir? Balans yapıldı mı?',
        'c: 4 mm, 1.450 devir. Balans yapılmadı.',
        's: Taşı söküp statik balans yapın, flanş yüzeylerini silin. Devam ederse mil yatağına bakarız.',
        'c: Balanstan sonra iz kayboldu.',
      ],
    },
    {
      title: 'Manyetik tabla tutmuyor',
      messages: [
        'c: Tabla parçayı gevşek tutuyor, güvenmiyoruz.',
        's: Doğru karar, çalıştırmayın. Doğrultucu çıkışında 110 V DC ölçülüyor mu?',
        'c: 62 volt ölçtük.',
        's: Doğrultucu kartı değişecek. Garanti içinde, perşembe günü servis geliyor.',
        'c: Değişti, 111 volt. Teşekkürler.',
      ],
    },
    {
      title: 'Soğutma sıvısı köpürüyor',
      messages: [
        'c: Bor yağını değiştirdik, tank köpürüyor, taşıyor.',
        's: Su sertliği düşük olabilir. Karışım yüzde kaç?',
        'c: Yüzde 9.',
        's: Yüzde 5’e indirin, köpük kesici 0,1 oranında eklenebilir. Pompa emişinin suyun altında kaldığına da bakın.',
      ],
    },
    {
      title: 'X ekseni sesli çalışıyor',
      messages: [
        'c: X ekseni hızlı harekette gıcırdıyor.',
        's: Merkezî yağlama deposu dolu mu, son alarm ne zaman verdi?',
        'c: Depo boşmuş, alarm kapatılmış.',
        's: ISO VG 68 kızak yağı doldurup elle 10 vuruş yapın. Alarmı da açalım, kızak kurumasın.',
        'c: Ses kesildi, alarmı açtık.',
      ],
    },
  ],
  english: [
    {
      title: 'Wheel guard sensor',
      messages: [
        'c: Machine refuses to start: “guard open”, but it is closed.',
        's: Could you send a photo of the sensor behind the left hinge?',
        'c: Here it is, the bracket is bent. [C-09]',
        's: Bend it back so that the gap is 2 to 3 mm. We will bring a new bracket at the next maintenance.',
      ],
    },
    {
      title: 'Request for calibration certificate',
      messages: ['c: Our auditor wants the calibration certificate of last year.', 's: Attached. [rapor]', 'c: Perfect, thank you.'],
    },
  ],
}
