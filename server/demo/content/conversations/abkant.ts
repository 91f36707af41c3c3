import type { Scripts } from './script.ts'

export const abkant: Scripts = {
  turkish: [
    {
      title: 'Arka dayama referansa gitmiyor',
      messages: [
        'c: Makineyi açınca arka dayama referans aramada takılıyor, E-07 yazıyor. Üretim durdu, acil.',
        's: Anlıyorum, hemen bakalım. R ekseninin arkasındaki sensörün ışığı yanıyor mu?',
        'c: Yanmıyor. Önünde talaş birikmiş.',
        's: Enerjiyi kesip sensörü kuru bezle temizleyin, sonra yeniden referansa gönderin.',
        'c: Oldu, çalışıyor. Bu kadar basit olduğuna inanamadım.',
        's: Haftalık bakıma bu sensörün temizliğini ekleyin, bir daha durdurmasın sizi.',
      ],
    },
    {
      title: 'Büküm açısı ortada farklı',
      messages: [
        'c: 3 metre sacda uçlar 90, orta 91,5 derece çıkıyor.',
        's: Bombeleme değeri kaçta? Sac kalınlığı ve cinsi nedir?',
        'c: 4 mm DKP, bombeleme 0’da.',
        's: 4 mm için 0,35 girin, bir deneme bükümü yapıp sonucu yazın.',
        'c: 0,40’ta 90,1 ölçtüm, yeterli bizim için.',
      ],
    },
    {
      title: 'Işık perdesi sürekli kesiyor',
      messages: [
        'c: Kimse yokken de ışık perdesi makineyi durduruyor. [E-31]',
        's: Alıcı ve verici camlarını temizleyip hizayı kontrol edin lütfen. Perdeyi devre dışı bırakmayın.',
        'c: Temizledik, aynı. Forklift çarpmış olabilir, ayağı eğik duruyor.',
        's: O hâlde hizalama gerekiyor. Yarın 10.00’da servis arkadaşımız Murat Bey gelecek, uygun mu?',
        'c: Uygun, bekliyoruz.',
      ],
    },
    {
      title: 'Hidrolik yağ değişimi ne zaman?',
      messages: [
        'c: Saat sayacı 4.000 oldu. Yağı değiştirmemiz gerekiyor mu, hangi yağ?',
        's: Evet, 4.000 saatte değişir. ISO VG 46, 120 litre. Filtreyi de birlikte değiştirin; bakım planı makinenin dosyalarında.',
      ],
    },
  ],
  english: [
    {
      title: 'Angle drifts after warm-up',
      messages: [
        'c: After about two hours the bend angle opens by half a degree. 2 mm mild steel.',
        's: Please note the oil temperature when it happens. Above 55 °C the valve offset needs adjusting.',
        'c: It is 61 °C at noon.',
        's: Clean the oil cooler first. If it stays above 55, we will adjust the offset remotely on Monday.',
      ],
    },
    {
      title: 'Foot switch intermittent',
      messages: [
        'c: The foot switch works every second time only. [E-04]',
        's: The cable usually breaks just behind the plug. Do not bridge it, please. A new switch is on its way.',
        'c: Received and replaced, works.',
      ],
    },
  ],
}
