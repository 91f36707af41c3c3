import type { Scripts } from './script.ts'

export const torna: Scripts = {
  turkish: [
    {
      title: 'İş mili ısınıyor',
      messages: [
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
      messages: [
        'c: Takım değiştirirken taret ortada kaldı, E-12 verdi. Resmi ekte. [E-12]',
        's: Teşekkürler. Hidrolik basınç göstergesi kaç bar gösteriyor?',
        'c: 22 bar civarı, 35 olması lazım diye biliyorum.',
        's: Doğru biliyorsunuz. Depodaki yağ seviyesi ve emiş filtresi kontrol edilsin lütfen. Filtre tıkalıysa 32 numaralı eleman takılacak.',
      ],
    },
    {
      title: 'Ölçü gün içinde kayıyor',
      messages: [
        'c: Sabah ilk parçalar tam ölçüsünde, öğleden sonra çapta 3 yüzde kayıyor. Program aynı program.',
        's: Isıl genleşmeye benziyor. Isınma çevrimini (O9001) her sabah 20 dakika çalıştırıyor musunuz?',
        'c: Vardiya yetişsin diye atlıyorduk açıkçası.',
        's: İki gün çevrimi çalıştırıp deneyin. Kayma 1 yüzün altına inmezse yerinde ölçüm için geliriz.',
        'c: Denedik, kayma neredeyse bitti. Talebi kapatabiliriz.',
      ],
    },
    {
      title: 'Ayna sıkma basıncı ayarı',
      messages: [
        'c: İnce cidarlı parça için ayna basıncını kaça düşürmeliyiz? Parça eziliyor.',
        's: 12 bar ile başlayın, 2’şer bar artırın. 10’un altına inmeyin, merkezkaç kuvvetiyle parça gevşeyebilir. Devir sınırını da 1.800’e çekin.',
        'c: 14 barda iz kalmadı. Sağ olun.',
      ],
    },
  ],
  english: [
    {
      title: 'Chuck does not clamp',
      messages: [
        'c: The chuck opens but does not clamp any more. Foot pedal light is on. Hydraulic pressure shows 3 bar.',
        's: Thank you for the details. 3 bar is far too low, it should be 25. Please check the oil level and whether the pump coupling turns.',
        'c: The coupling insert is torn to pieces.',
        's: We are sending the insert by courier today. It takes about an hour to fit, the drawing is in the machine’s files.',
        'c: Fitted this morning, 25 bar, running again. Many thanks.',
      ],
    },
    {
      title: 'Spare parts list needed',
      messages: [
        'c: Could you send us the spare parts list for the tailstock?',
        's: It is now among the files of this machine, as a PDF. Position 14 is the quill seal people usually ask for.',
      ],
    },
  ],
}
