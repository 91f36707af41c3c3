import type { Scripts } from './script.ts'

export const lazer: Scripts = {
  turkish: [
    {
      title: 'Kesim kenarında çapak',
      messages: [
        'c: 6 mm paslanmazda alt kenarda çapak kalmaya başladı. Nozul yeni.',
        's: Odak konumunu ve azot basıncını yazar mısınız? Bir de koruyucu camın fotoğrafı iyi olur.',
        'c: Odak -3, azot 16 bar. Camda nokta nokta leke var.',
        's: Lekeli cam gücü dağıtır. Camı temiz ortamda değiştirin, ardından odağı -4’e alıp deneyin.',
        'c: Cam değişti, -4 ile kenar tertemiz.',
      ],
    },
    {
      title: 'Chiller sıcaklık alarmı',
      messages: [
        'c: Öğlene doğru chiller alarm verip lazeri kapatıyor, A-42. [A-42]',
        's: Ortam sıcaklığı kaç derece? Kondenser peteği en son ne zaman temizlendi?',
        'c: 36 derece. Peteğe hiç dokunulmadı sanırım.',
        's: Petek basınçlı hava ile içten dışa temizlensin, su seviyesi de kontrol edilsin. 38 derecenin üstünde cihaz kendini korur.',
        'c: Temizledik, iki gündür alarm yok. Teşekkürler.',
      ],
    },
    {
      title: 'Kafa yüksekliği tutmuyor',
      messages: [
        'c: Kafa bazen saca değiyor, bazen yukarıda kalıyor. Kapasitif ayar tutmuyor.',
        's: Seramik halkayı söküp kontağı alkolle silin, sonra kalibrasyonu 0,5–10 mm arasında yapın.',
        'c: Seramik çatlakmış. Yedek istiyoruz.',
        's: Parça bugün kargoda, takip numarasını e-postayla yolluyorum. Garanti kapsamındadır.',
      ],
    },
    {
      title: 'Nesting programı lisans hatası',
      messages: [
        'c: Programı açınca lisans bulunamadı diyor. Bilgisayarı değiştirdik.',
        's: Yeni bilgisayarın donanım kodunu yazarsanız lisansı aktarırım.',
        'c: 7F3A-22C1-90BD',
        's: Aktarıldı, programı kapatıp açmanız yeterli.',
        'c: Açıldı, sağ olun.',
      ],
    },
  ],
  english: [
    {
      title: 'Pierce takes too long in 12 mm',
      messages: [
        'c: Piercing 12 mm takes 4 seconds since the last service, it was 1.5 before.',
        's: Which parameter set is loaded? After the service it may have gone back to the default.',
        'c: It says MS12-STD.',
        's: Load MS12-FAST2 and keep the nozzle at 2.0 mm.',
        'c: Back to 1.6 seconds, thank you!',
      ],
    },
    {
      title: 'Door interlock alarm',
      messages: [
        'c: Alarm A-18 although all doors are closed.',
        's: The rear service door has its own switch, is it fully closed?',
        'c: It was not. Sorry for the trouble.',
        's: No trouble at all.',
      ],
    },
  ],
}
