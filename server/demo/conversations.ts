import type { Family } from './catalogue.ts'

/** A ticket as it goes: its title, then what is said. `c:` is the customer, `s:` the staff; `[E-12]` is a picture of that alarm, `[rapor]` a report. */
export type Script = { title: string; says: string[] }

/** Turkish conversations, by the family of machines that they are about. */
export const turkish: Record<Family, Script[]> = {
  torna: [
    {
      title: 'İş mili ısınıyor',
      says: [
        'c: Merhaba, sabahtan beri iş mili normalden fazla ısınıyor. Yarım saat sonra elle dokunulmuyor. Devir 2.400.',
        's: Merhaba, geçmiş olsun. Ön yatak sıcaklığını ekrandan okuyup yazar mısınız? Bir de soğutma fanı dönüyor mu, bakabilir misiniz?',
        'c: Ekranda 71 derece yazıyor. Fan dönmüyor, kablosu gevşemiş gibi.',
        's: Fanı besleyen Q14 sigortasına bakın lütfen, büyük olasılıkla atmıştır. Fan dönmeden 1.500 devrin üstüne çıkmayın.',
        'c: Sigorta atmış, değiştirdik. Fan döndü, sıcaklık 48’e indi. Elinize sağlık.',
        's: Sevindik. Sigorta yeniden atarsa fan motorunu değiştirmek gerekir, o zaman yazın yeter.',
      ],
    },
    {
      title: 'Taret E-12 alarmı veriyor',
      says: [
        'c: Takım değiştirirken taret ortada kaldı, E-12 verdi. Resmi ekte. [E-12]',
        's: Teşekkürler. Hidrolik basınç göstergesi kaç bar gösteriyor?',
        'c: 22 bar civarı, 35 olması lazım diye biliyorum.',
        's: Doğru biliyorsunuz. Depodaki yağ seviyesi ve emiş filtresi kontrol edilsin lütfen. Filtre tıkalıysa 32 numaralı eleman takılacak.',
      ],
    },
    {
      title: 'Ölçü gün içinde kayıyor',
      says: [
        'c: Sabah ilk parçalar tam ölçüsünde, öğleden sonra çapta 3 yüzde kayıyor. Program aynı program.',
        's: Isıl genleşmeye benziyor. Isınma çevrimini (O9001) her sabah 20 dakika çalıştırıyor musunuz?',
        'c: Vardiya yetişsin diye atlıyorduk açıkçası.',
        's: İki gün çevrimi çalıştırıp deneyin. Kayma 1 yüzün altına inmezse yerinde ölçüm için geliriz.',
        'c: Denedik, kayma neredeyse bitti. Talebi kapatabiliriz.',
      ],
    },
    {
      title: 'Ayna sıkma basıncı ayarı',
      says: [
        'c: İnce cidarlı parça için ayna basıncını kaça düşürmeliyiz? Parça eziliyor.',
        's: 12 bar ile başlayın, 2’şer bar artırın. 10’un altına inmeyin, merkezkaç kuvvetiyle parça gevşeyebilir. Devir sınırını da 1.800’e çekin.',
        'c: 14 barda iz kalmadı. Sağ olun.',
      ],
    },
  ],
  abkant: [
    {
      title: 'Arka dayama referansa gitmiyor',
      says: [
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
      says: [
        'c: 3 metre sacda uçlar 90, orta 91,5 derece çıkıyor.',
        's: Bombeleme değeri kaçta? Sac kalınlığı ve cinsi nedir?',
        'c: 4 mm DKP, bombeleme 0’da.',
        's: 4 mm için 0,35 girin, bir deneme bükümü yapıp sonucu yazın.',
        'c: 0,40’ta 90,1 ölçtüm, yeterli bizim için.',
      ],
    },
    {
      title: 'Işık perdesi sürekli kesiyor',
      says: [
        'c: Kimse yokken de ışık perdesi makineyi durduruyor. [E-31]',
        's: Alıcı ve verici camlarını temizleyip hizayı kontrol edin lütfen. Perdeyi devre dışı bırakmayın.',
        'c: Temizledik, aynı. Forklift çarpmış olabilir, ayağı eğik duruyor.',
        's: O hâlde hizalama gerekiyor. Yarın 10.00’da servis arkadaşımız Murat Bey gelecek, uygun mu?',
        'c: Uygun, bekliyoruz.',
      ],
    },
    {
      title: 'Hidrolik yağ değişimi ne zaman?',
      says: [
        'c: Saat sayacı 4.000 oldu. Yağı değiştirmemiz gerekiyor mu, hangi yağ?',
        's: Evet, 4.000 saatte değişir. ISO VG 46, 120 litre. Filtreyi de birlikte değiştirin; bakım planı makinenin dosyalarında.',
      ],
    },
  ],
  lazer: [
    {
      title: 'Kesim kenarında çapak',
      says: [
        'c: 6 mm paslanmazda alt kenarda çapak kalmaya başladı. Nozul yeni.',
        's: Odak konumunu ve azot basıncını yazar mısınız? Bir de koruyucu camın fotoğrafı iyi olur.',
        'c: Odak -3, azot 16 bar. Camda nokta nokta leke var.',
        's: Lekeli cam gücü dağıtır. Camı temiz ortamda değiştirin, ardından odağı -4’e alıp deneyin.',
        'c: Cam değişti, -4 ile kenar tertemiz.',
      ],
    },
    {
      title: 'Chiller sıcaklık alarmı',
      says: [
        'c: Öğlene doğru chiller alarm verip lazeri kapatıyor, A-42. [A-42]',
        's: Ortam sıcaklığı kaç derece? Kondenser peteği en son ne zaman temizlendi?',
        'c: 36 derece. Peteğe hiç dokunulmadı sanırım.',
        's: Petek basınçlı hava ile içten dışa temizlensin, su seviyesi de kontrol edilsin. 38 derecenin üstünde cihaz kendini korur.',
        'c: Temizledik, iki gündür alarm yok. Teşekkürler.',
      ],
    },
    {
      title: 'Kafa yüksekliği tutmuyor',
      says: [
        'c: Kafa bazen saca değiyor, bazen yukarıda kalıyor. Kapasitif ayar tutmuyor.',
        's: Seramik halkayı söküp kontağı alkolle silin, sonra kalibrasyonu 0,5–10 mm arasında yapın.',
        'c: Seramik çatlakmış. Yedek istiyoruz.',
        's: Parça bugün kargoda, takip numarasını e-postayla yolluyorum. Garanti kapsamındadır.',
      ],
    },
    {
      title: 'Nesting programı lisans hatası',
      says: [
        'c: Programı açınca lisans bulunamadı diyor. Bilgisayarı değiştirdik.',
        's: Yeni bilgisayarın donanım kodunu yazarsanız lisansı aktarırım.',
        'c: 7F3A-22C1-90BD',
        's: Aktarıldı, programı kapatıp açmanız yeterli.',
        'c: Açıldı, sağ olun.',
      ],
    },
  ],
  kompresor: [
    {
      title: 'Kompresör yüksek sıcaklıkta duruyor',
      says: [
        'c: 105 derecede durdu. Yaz geldi, her gün oluyor. [H-105]',
        's: Yağ soğutucusunun tozunu ve oda havalandırmasını kontrol edelim. Emiş tarafındaki panjur açık mı?',
        'c: Panjurun önüne palet koymuşlar.',
        's: Paletleri kaldırıp en az 1 metre boşluk bırakın. Sıcaklık 95’in üstünde kalırsa termostatik valfe bakacağız.',
        'c: 88 dereceye indi. Teşekkür ederiz.',
      ],
    },
    {
      title: 'Hatta su geliyor',
      says: [
        'c: Kurutucuya rağmen hava hattından su geliyor, boyahane şikâyetçi.',
        's: Kurutucunun çiğ noktası göstergesi ne gösteriyor? Otomatik tahliye elle basınca su atıyor mu?',
        'c: Gösterge kırmızıda. Tahliye hiç ses çıkarmıyor.',
        's: Tahliye bobini arızalı olabilir. Geçici olarak elle tahliye edin, bobini yarın gönderiyoruz.',
        'c: Bobini taktık, gösterge yeşile döndü.',
      ],
    },
    {
      title: 'Yıllık bakım planlaması',
      says: [
        'c: 8.000 saat bakımı geliyor. Hafta sonu yapabilir misiniz?',
        's: Cumartesi 09.00–15.00 arası yapılabilir. Ayırıcı eleman, yağ ve filtreler gelecek; siz yalnızca besleme hattını kapatın.',
        'c: Cumartesi uygun.',
        's: Bakım tamamlandı, rapor ektedir. [rapor]',
      ],
    },
    {
      title: 'Enerji tüketimi arttı',
      says: [
        'c: Son iki ayda elektrik yüzde 20 arttı, üretim aynı.',
        's: Boşta çalışma oranını ekrandan yazar mısınız? Kaçak testi için gece basınç düşüşüne de bakabilirsiniz.',
        'c: Boşta yüzde 41. Gece 7 bardan 4 bara düşüyor.',
        's: Hatta belirgin kaçak var. Ultrasonik kaçak taraması için teklif hazırlıyoruz.',
      ],
    },
  ],
  enjeksiyon: [
    {
      title: 'Parçada çapak ve eksik baskı',
      says: [
        'c: Aynı baskıda hem çapak hem eksik dolum görüyoruz. PP, 280 gram.',
        's: Kapama kuvveti ve ütüleme basıncı kaç? Kalıp sıcaklığı dengeli mi?',
        'c: 180 ton, 45 bar. Sabit tarafta 62, hareketlide 38 derece.',
        's: Hareketli taraftaki su devresi tıkalı görünüyor. Devreyi ters yıkayın, iki taraf arası 5 dereceyi geçmesin.',
        'c: Yıkadık, kireç çıktı. Parçalar düzeldi.',
      ],
    },
    {
      title: 'Isıtıcı bölge 3 çalışmıyor',
      says: [
        'c: Bölge 3 sıcaklığı 140’ta kaldı, set 210. E-33 var. [E-33]',
        's: Rezistansın ucunda gerilim ölçebilir misiniz? Elektrikçiniz yanındayken lütfen.',
        'c: Gerilim var, rezistans açık devre.',
        's: Yedek rezistans stokta, bugün gönderiyorum. Montaj şeması makinenin dosyalarında.',
        'c: Geldi, takıldı, sorun yok.',
      ],
    },
    {
      title: 'Robot kol parçayı düşürüyor',
      says: [
        'c: Kol parçayı bant yerine yere bırakıyor, vakum yetmiyor gibi.',
        's: Vakum göstergesi -0,6 barın altına inmeli. Vantuzlarda yırtık var mı?',
        'c: İki vantuz yırtık.',
        's: Takımı 8’li yollayalım. Geçene kadar vakum gecikmesini 0,4 saniyeye alın.',
      ],
    },
    {
      title: 'Kalıp koruma ayarı',
      says: [
        'c: Yeni kalıpta koruma basıncını kaça ayarlayalım?',
        's: Boşta kapatıp en düşük değeri bulun, üstüne 5 bar ekleyin. Koruma mesafesi 60 mm ile başlasın.',
        'c: Tamamdır, 18 barda çalışıyoruz.',
      ],
    },
  ],
  taslama: [
    {
      title: 'Yüzeyde titreşim izi',
      says: [
        'c: Taşlanan yüzeyde eşit aralıklı iz var. Taş yeni bilendi.',
        's: İzler arası mesafe ve taş devri nedir? Balans yapıldı mı?',
        'c: 4 mm, 1.450 devir. Balans yapılmadı.',
        's: Taşı söküp statik balans yapın, flanş yüzeylerini silin. Devam ederse mil yatağına bakarız.',
        'c: Balanstan sonra iz kayboldu.',
      ],
    },
    {
      title: 'Manyetik tabla tutmuyor',
      says: [
        'c: Tabla parçayı gevşek tutuyor, güvenmiyoruz.',
        's: Doğru karar, çalıştırmayın. Doğrultucu çıkışında 110 V DC ölçülüyor mu?',
        'c: 62 volt ölçtük.',
        's: Doğrultucu kartı değişecek. Garanti içinde, perşembe günü servis geliyor.',
        'c: Değişti, 111 volt. Teşekkürler.',
      ],
    },
    {
      title: 'Soğutma sıvısı köpürüyor',
      says: [
        'c: Bor yağını değiştirdik, tank köpürüyor, taşıyor.',
        's: Su sertliği düşük olabilir. Karışım yüzde kaç?',
        'c: Yüzde 9.',
        's: Yüzde 5’e indirin, köpük kesici 0,1 oranında eklenebilir. Pompa emişinin suyun altında kaldığına da bakın.',
      ],
    },
    {
      title: 'X ekseni sesli çalışıyor',
      says: [
        'c: X ekseni hızlı harekette gıcırdıyor.',
        's: Merkezî yağlama deposu dolu mu, son alarm ne zaman verdi?',
        'c: Depo boşmuş, alarm kapatılmış.',
        's: ISO VG 68 kızak yağı doldurup elle 10 vuruş yapın. Alarmı da açalım, kızak kurumasın.',
        'c: Ses kesildi, alarmı açtık.',
      ],
    },
  ],
  freze: [
    {
      title: 'Takım değiştirici takıldı',
      says: [
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
      says: [
        'c: Ağdan 40 MB program atmak 15 dakika sürüyor.',
        's: Kabloyla doğrudan bağlanınca da aynı mı? Switch portu 10 Mbit’te kalmış olabilir.',
        'c: Doğrudan bağlayınca 20 saniye.',
        's: O hâlde sorun switch tarafında. Portu otomatik anlaşmaya alın.',
        'c: Bilgi işlem düzeltti, teşekkürler.',
      ],
    },
    {
      title: 'Z ekseni her açılışta kaçıyor',
      says: [
        'c: Açılışta Z 2 mm aşağı kaçıyor.',
        's: Fren gevşemiş olabilir. Tablaya takoz koymadan altında çalışmayın lütfen. Servis kaydı açıyorum.',
        'c: Tamam, makineyi durdurduk.',
        's: Fren bobini değişti, 50 kez kapat-aç denendi. Rapor ekte. [rapor]',
        'c: Sorun tekrarlamadı.',
      ],
    },
    {
      title: 'Probe ölçümü tutarsız',
      says: [
        'c: Aynı noktayı beş kez ölçünce 2 yüz oynuyor.',
        's: Uç sıkılığını ve pil gerilimini kontrol edip O9800 ile yeniden kalibre edin.',
        'c: Uç gevşekmiş.',
      ],
    },
  ],
  kaynak: [
    {
      title: 'Kaynak dikişi kaçıyor',
      says: [
        'c: Robot dikişi 1–2 mm kenardan basıyor, dün düzgündü.',
        's: TCP kontrolünü sabit sivri uçta yapıp sapmayı yazar mısınız?',
        'c: Y’de 1,8 mm sapma var. Torç bir yere çarpmış.',
        's: Torç boynunu değiştirip TCP’yi 4 noktadan yeniden tanımlayın. Adımlar kılavuzun 6. bölümünde.',
        'c: Değiştirdik, dikiş yerinde.',
      ],
    },
    {
      title: 'Gözenekli kaynak',
      says: [
        'c: Dikişte gözenek çıkıyor, gaz tüpü dolu.',
        's: Debi kaç litre? Torç ucunda ölçtünüz mü?',
        'c: Regülatörde 15, uçta 7.',
        's: Hortumda kaçak var. Rakorları köpükle deneyin.',
        'c: Rakor contası kopmuş, değişti. Gözenek kalmadı.',
      ],
    },
    {
      title: 'Eksen 3 aşırı akım',
      says: [
        'c: Üçüncü eksen F-13 verip duruyor. [F-13]',
        's: Yük altında mı, boşta mı?',
        'c: Boşta da veriyor.',
        's: Redüktör yağı ve fren kontrol edilecek. Yarın sabah ekip yola çıkıyor.',
      ],
    },
    {
      title: 'Yeni operatöre eğitim',
      says: [
        'c: İki yeni operatörümüz başladı. Programlama eğitimi verebilir misiniz?',
        's: Elbette. Bir günlük temel eğitim fabrikanızda verilebilir. Önümüzdeki salı ya da perşembe uygun.',
        'c: Perşembe olsun.',
        's: Not ettim, program e-postanızda.',
      ],
    },
  ],
}

/** English conversations. */
export const english: Record<Family, Script[]> = {
  torna: [
    {
      title: 'Chuck does not clamp',
      says: [
        'c: The chuck opens but does not clamp any more. Foot pedal light is on. Hydraulic pressure shows 3 bar.',
        's: Thank you for the details. 3 bar is far too low, it should be 25. Please check the oil level and whether the pump coupling turns.',
        'c: The coupling insert is torn to pieces.',
        's: We are sending the insert by courier today. It takes about an hour to fit, the drawing is in the machine’s files.',
        'c: Fitted this morning, 25 bar, running again. Many thanks.',
      ],
    },
    {
      title: 'Spare parts list needed',
      says: [
        'c: Could you send us the spare parts list for the tailstock?',
        's: It is now among the files of this machine, as a PDF. Position 14 is the quill seal people usually ask for.',
      ],
    },
  ],
  abkant: [
    {
      title: 'Angle drifts after warm-up',
      says: [
        'c: After about two hours the bend angle opens by half a degree. 2 mm mild steel.',
        's: Please note the oil temperature when it happens. Above 55 °C the valve offset needs adjusting.',
        'c: It is 61 °C at noon.',
        's: Clean the oil cooler first. If it stays above 55, we will adjust the offset remotely on Monday.',
      ],
    },
    {
      title: 'Foot switch intermittent',
      says: [
        'c: The foot switch works every second time only. [E-04]',
        's: The cable usually breaks just behind the plug. Do not bridge it, please. A new switch is on its way.',
        'c: Received and replaced, works.',
      ],
    },
  ],
  lazer: [
    {
      title: 'Pierce takes too long in 12 mm',
      says: [
        'c: Piercing 12 mm takes 4 seconds since the last service, it was 1.5 before.',
        's: Which parameter set is loaded? After the service it may have gone back to the default.',
        'c: It says MS12-STD.',
        's: Load MS12-FAST2 and keep the nozzle at 2.0 mm.',
        'c: Back to 1.6 seconds, thank you!',
      ],
    },
    {
      title: 'Door interlock alarm',
      says: [
        'c: Alarm A-18 although all doors are closed.',
        's: The rear service door has its own switch, is it fully closed?',
        'c: It was not. Sorry for the trouble.',
        's: No trouble at all.',
      ],
    },
  ],
  kompresor: [
    {
      title: 'Will not restart after power cut',
      says: [
        'c: There was a power cut last night, now the unit shows P-02 and will not start. [P-02]',
        's: P-02 is the phase sequence. Has anybody swapped phases while repairing the supply?',
        'c: The electrician says possibly. He is swapping two of them now.',
        'c: Running again.',
        's: Glad to hear it.',
      ],
    },
    {
      title: 'Oil in the air line',
      says: [
        'c: We find oil mist behind the dryer.',
        's: How many hours since the separator was changed?',
        'c: 9,200.',
        's: It is due at 8,000. We have reserved one for you, shall we come on Friday?',
        'c: Friday is fine.',
      ],
    },
  ],
  enjeksiyon: [
    {
      title: 'Screw recovery very slow',
      says: [
        'c: Plasticising takes 28 s instead of 12, same material.',
        's: Please check the back pressure and whether the hopper throat is warm to the touch.',
        'c: Throat is hot, cooling water was shut.',
        's: Then the granulate is bridging. Open the water, clear the throat, and it should be back to normal.',
        'c: 12.5 s. Solved.',
      ],
    },
    {
      title: 'Ejector position lost',
      says: [
        'c: The ejector loses its position each time the machine is switched off.',
        's: The buffer battery of the encoder is empty. Replace it with the power on, the type is in chapter 9 of the manual.',
      ],
    },
  ],
  taslama: [
    {
      title: 'Wheel guard sensor',
      says: [
        'c: Machine refuses to start: “guard open”, but it is closed.',
        's: Could you send a photo of the sensor behind the left hinge?',
        'c: Here it is, the bracket is bent. [C-09]',
        's: Bend it back so that the gap is 2 to 3 mm. We will bring a new bracket at the next maintenance.',
      ],
    },
    {
      title: 'Request for calibration certificate',
      says: ['c: Our auditor wants the calibration certificate of last year.', 's: Attached. [rapor]', 'c: Perfect, thank you.'],
    },
  ],
  freze: [
    {
      title: 'Spindle orientation fails',
      says: [
        'c: Alarm U-09 during tool change: orientation not reached.',
        's: Is the spindle warm? Please try after ten minutes at 500 rpm.',
        'c: Same when warm.',
        's: Then the position sensor needs cleaning, we will guide you by phone at 14:00.',
        'c: Done together with your colleague, works.',
      ],
    },
    {
      title: 'Coolant pump trips',
      says: [
        'c: The coolant pump trips its breaker twice a shift.',
        's: Chips in the impeller are the usual cause. Please clean the pump basket and tell us the current.',
        'c: 3.9 A.',
        's: Rated is 2.8. The bearing is going, a pump is on its way.',
      ],
    },
  ],
  kaynak: [
    {
      title: 'Wire feed stutters',
      says: [
        'c: The wire feed stutters at higher speeds, the arc goes out.',
        's: Which liner is fitted, and how old is it?',
        'c: 1.2 mm, about a year.',
        's: It should be changed every six months at your hours. Two liners are on their way.',
        'c: Smooth again.',
      ],
    },
    {
      title: 'Cell door stays locked',
      says: [
        'c: After an emergency stop the cell door stays locked.',
        's: Please acknowledge the stop at the panel, then hold the blue key for 3 seconds.',
        'c: That was it.',
      ],
    },
  ],
}
