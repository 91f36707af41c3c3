import type { Scripts } from './script.ts'

export const kompresor: Scripts = {
  turkish: [
    {
      title: 'Kompresör yüksek sıcaklıkta duruyor',
      messages: [
        'c: 105 derecede durdu. Yaz geldi, her gün oluyor. [H-105]',
        's: Yağ soğutucusunun tozunu ve oda havalandırmasını kontrol edelim. Emiş tarafındaki panjur açık mı?',
        'c: Panjurun önüne palet koymuşlar.',
        's: Paletleri kaldırıp en az 1 metre boşluk bırakın. Sıcaklık 95’in üstünde kalırsa termostatik valfe bakacağız.',
        'c: 88 dereceye indi. Teşekkür ederiz.',
      ],
    },
    {
      title: 'Hatta su geliyor',
      messages: [
        'c: Kurutucuya rağmen hava hattından su geliyor, boyahane şikâyetçi.',
        's: Kurutucunun çiğ noktası göstergesi ne gösteriyor? Otomatik tahliye elle basınca su atıyor mu?',
        'c: Gösterge kırmızıda. Tahliye hiç ses çıkarmıyor.',
        's: Tahliye bobini arızalı olabilir. Geçici olarak elle tahliye edin, bobini yarın gönderiyoruz.',
        'c: Bobini taktık, gösterge yeşile döndü.',
      ],
    },
    {
      title: 'Yıllık bakım planlaması',
      messages: [
        'c: 8.000 saat bakımı geliyor. Hafta sonu yapabilir misiniz?',
        's: Cumartesi 09.00–15.00 arası yapılabilir. Ayırıcı eleman, yağ ve filtreler gelecek; siz yalnızca besleme hattını kapatın.',
        'c: Cumartesi uygun.',
        's: Bakım tamamlandı, rapor ektedir. [rapor]',
      ],
    },
    {
      title: 'Enerji tüketimi arttı',
      messages: [
        'c: Son iki ayda elektrik yüzde 20 arttı, üretim aynı.',
        's: Boşta çalışma oranını ekrandan yazar mısınız? Kaçak testi için gece basınç düşüşüne de bakabilirsiniz.',
        'c: Boşta yüzde 41. Gece 7 bardan 4 bara düşüyor.',
        's: Hatta belirgin kaçak var. Ultrasonik kaçak taraması için teklif hazırlıyoruz.',
      ],
    },
  ],
  english: [
    {
      title: 'Will not restart after power cut',
      messages: [
        'c: There was a power cut last night, now the unit shows P-02 and will not start. [P-02]',
        's: P-02 is the phase sequence. Has anyone swapped phases while repairing the supply?',
        'c: The electrician says possibly. He is swapping two of them now.',
        'c: Running again.',
        's: Glad to hear it.',
      ],
    },
    {
      title: 'Oil in the air line',
      messages: [
        'c: We find oil mist behind the dryer.',
        's: How many hours since the separator was changed?',
        'c: 9,200.',
        's: It is due at 8,000. We have reserved one for you, shall we come on Friday?',
        'c: Friday is fine.',
      ],
    },
  ],
}
