import type { Scripts } from './script.ts'

export const kaynak: Scripts = {
  turkish: [
    {
      title: 'Kaynak dikişi kaçıyor',
      messages: [
        'c: Robot dikişi 1–2 mm kenardan basıyor, dün düzgündü.',
        's: TCP kontrolünü sabit sivri uçta yapıp sapmayı yazar mısınız?',
        'c: Y’de 1,8 mm sapma var. Torç bir yere çarpmış.',
        's: Torç boynunu değiştirip TCP’yi 4 noktadan yeniden tanımlayın. Adımlar kılavuzun 6. bölümünde.',
        'c: Değiştirdik, dikiş yerinde.',
      ],
    },
    {
      title: 'Gözenekli kaynak',
      messages: [
        'c: Dikişte gözenek çıkıyor, gaz tüpü dolu.',
        's: Debi kaç litre? Torç ucunda ölçtünüz mü?',
        'c: Regülatörde 15, uçta 7.',
        's: Hortumda kaçak var. Rakorları köpükle deneyin.',
        'c: Rakor contası kopmuş, değişti. Gözenek kalmadı.',
      ],
    },
    {
      title: 'Eksen 3 aşırı akım',
      messages: [
        'c: Üçüncü eksen F-13 verip duruyor. [F-13]',
        's: Yük altında mı, boşta mı?',
        'c: Boşta da veriyor.',
        's: Redüktör yağı ve fren kontrol edilecek. Yarın sabah ekip yola çıkıyor.',
      ],
    },
    {
      title: 'Yeni operatöre eğitim',
      messages: [
        'c: İki yeni operatörümüz başladı. Programlama eğitimi verebilir misiniz?',
        's: Elbette. Bir günlük temel eğitim fabrikanızda verilebilir. Önümüzdeki salı ya da perşembe uygun.',
        'c: Perşembe olsun.',
        's: Not ettim, program e-postanızda.',
      ],
    },
  ],
  english: [
    {
      title: 'Wire feed stutters',
      messages: [
        'c: The wire feed stutters at higher speeds, the arc goes out.',
        's: Which liner is fitted, and how old is it?',
        'c: 1.2 mm, about a year.',
        's: It should be changed every six months at your hours. Two liners are on their way.',
        'c: Smooth again.',
      ],
    },
    {
      title: 'Cell door stays locked',
      messages: [
        'c: After an emergency stop the cell door stays locked.',
        's: Please acknowledge the stop at the panel, then hold the blue key for 3 seconds.',
        'c: That was it.',
      ],
    },
  ],
}
