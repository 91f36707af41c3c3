import { type Family, families } from './catalogue.ts'
import { makePdf } from './pdf.ts'

type Model = { family: Family; name: string; sku: string; size: number }
export type DemoFile = { fileName: string; fileType: string; bytes: () => Buffer }

const vendor = 'Anadolu Takım Tezgâhları A.Ş.'
const pdf = (fileName: string, document: () => Parameters<typeof makePdf>[0]): DemoFile => ({
  fileName: `${fileName}.pdf`,
  fileType: 'application/pdf',
  bytes: () => makePdf(document()),
})

/** The family's technical data, scaled by the model's size (1 to 5). */
function dataOf({ family, sku, size }: Model): [string, string][] {
  const scaled = families[family].facts.map(([name, unit, value]): [string, string] => {
    const number = unit === 'mm' && value < 1 ? value : Math.round(value * (0.7 + 0.15 * size))
    return [name, `${number.toLocaleString('tr-TR')} ${unit}`.trim()]
  })
  return [
    ['Ürün kodu', sku],
    ...scaled,
    ['Besleme', '3 × 400 V, 50 Hz'],
    ['Ağırlık', `${(1200 + size * 900).toLocaleString('tr-TR')} kg`],
    ['Ses düzeyi', '74 dB(A)'],
  ]
}

/** A model's general files: a manual, and for some models a maintenance plan or a safety sheet. */
export function documentsOf(model: Model): DemoFile[] {
  const { name, size } = model
  return [manual(model), ...(size !== 2 ? [maintenancePlan(model)] : []), ...(size % 2 === 1 ? [safetySheet(model)] : [])].map(file => ({
    ...file,
    fileName: `${name} – ${file.fileName}`,
  }))
}

const aboutModel = ({ name, sku }: Model, subtitle: string) => ({
  title: name,
  subtitle,
  imprint: [vendor, `Ürün kodu: ${sku}`],
  footer: `${name} · ${subtitle}`,
})

const manual = (model: Model) =>
  pdf('Kullanım kılavuzu', () => ({
    ...aboutModel(model, 'Kullanım kılavuzu'),
    subtitle: `Kullanım kılavuzu · ${families[model.family].name}`,
    imprint: [vendor, `Ürün kodu: ${model.sku}`, 'Özgün kılavuz · Sürüm 3'],
    sections: [
      {
        heading: 'Bu kılavuz hakkında',
        paragraphs: [
          `Bu kılavuz ${model.name} makinesini kullanan, ayarlayan ve bakımını yapan kişiler içindir. Makineyi çalıştırmadan önce tamamını okuyun ve makinenin yanında bulundurun.`,
          'Anlaşılmayan bir konu olursa tahminle hareket etmeyin; destek portalından bir talep açın ve makinenin seri numarasını yazın.',
        ],
      },
      {
        heading: 'Güvenlik',
        paragraphs: [
          'Makine yalnızca eğitim almış ve yetkilendirilmiş kişilerce kullanılır. Koruyucular takılı değilken ya da devre dışıyken çalıştırmayın.',
          'Ayar ve temizlikten önce ana şalteri kapatın, kilitleyin ve anahtarı üzerinizde taşıyın. Hidrolik ve pnömatik hatlarda basınç kaldığını unutmayın.',
          'Acil durdurma düğmesi her vardiya başında denenir. Denemeden geçmeyen makine çalıştırılmaz.',
        ],
      },
      { heading: 'Teknik veriler', paragraphs: ['Değerler anma koşullarında, 20 °C ortam sıcaklığında geçerlidir.'], table: dataOf(model) },
      {
        heading: 'Kurulum',
        paragraphs: [
          'Makine düz, titreşimsiz ve yükü taşıyan bir zemine kurulur. Terazileme 0,02 mm/m hassasiyetle yapılır ve ilk ayın sonunda yinelenir.',
          'Elektrik bağlantısını yetkili bir elektrikçi yapar. Faz sırası yanlışsa makine alarm verir ve çalışmaz.',
        ],
      },
      {
        heading: 'Günlük kullanım',
        paragraphs: [
          'Vardiya başında ısınma çevrimini çalıştırın, yağ ve hava göstergelerine bakın, kaçak ve olağan dışı ses olup olmadığını denetleyin.',
          'İş bitince çalışma alanını temizleyin. Basınçlı havayı yataklara ve kızaklara doğru tutmayın.',
        ],
      },
      {
        heading: 'Arıza ve alarmlar',
        paragraphs: [
          'Ekranda bir alarm kodu göründüğünde kodu not edin, mümkünse ekranın fotoğrafını çekin ve destek talebine ekleyin. Nedeni bilinmeyen bir alarmı silip devam etmeyin.',
        ],
        table: [
          ['E-04, E-07', 'Sensör ya da ayak pedalı; kablo ve temizlik'],
          ['E-12', 'Hidrolik basınç düşük; yağ seviyesi ve filtre'],
          ['A-18', 'Kapı kilidi; servis kapısını denetleyin'],
          ['P-02', 'Faz sırası; elektrikçi çağırın'],
          ['H-105', 'Yüksek sıcaklık; soğutucu ve havalandırma'],
        ],
      },
    ],
  }))

const maintenancePlan = (model: Model) =>
  pdf('Bakım planı', () => ({
    ...aboutModel(model, 'Bakım planı'),
    sections: [
      {
        heading: 'Her gün',
        paragraphs: ['Operatör yapar, on dakika sürer.'],
        table: [
          ['Yağ seviyesi', 'göstergenin ortasında'],
          ['Hava basıncı', '5,5 – 7 bar'],
          ['Acil durdurma', 'denenir'],
          ['Çalışma alanı', 'temizlenir'],
        ],
      },
      {
        heading: 'Her hafta',
        paragraphs: ['Bakım ekibi yapar.'],
        table: [
          ['Filtreler', 'temizlenir'],
          ['Sensörler', 'kuru bezle silinir'],
          ['Kablo ve hortumlar', 'gözle denetlenir'],
        ],
      },
      {
        heading: 'Her 2.000 saatte',
        paragraphs: ['Yetkili servis ya da eğitimli bakım ekibi yapar.'],
        table: [
          ['Kayış gerginliği', 'ölçülür'],
          ['Yatak sesi', 'dinlenir, kaydedilir'],
          ['Terazileme', 'denetlenir'],
        ],
      },
      {
        heading: 'Her 8.000 saatte',
        paragraphs: ['Yetkili servis yapar; makine bir gün durur.'],
        table: [
          ['Hidrolik yağ', 'ISO VG 46, değişir'],
          ['Filtre elemanları', 'değişir'],
          ['Geometri', 'ölçülür, raporlanır'],
        ],
      },
    ],
  }))

const safetySheet = (model: Model) =>
  pdf('Güvenlik föyü', () => ({
    ...aboutModel(model, 'Güvenlik föyü'),
    sections: [
      { heading: 'Tehlikeler', paragraphs: ['Dönen ve kapanan parçalar, sıcak yüzeyler, basınç altındaki hatlar, gürültü.'] },
      {
        heading: 'Kişisel koruyucular',
        paragraphs: ['Gözlük, çelik burunlu ayakkabı, kulak koruyucu. Dönen parçaların yanında eldiven, kolye ve bol giysi kullanılmaz.'],
      },
      { heading: 'İlk yardım', paragraphs: ['Acil durdurma düğmesine basın, 112’yi arayın, yaralıyı yalnız bırakmayın.'] },
    ],
  }))

/** The report of a commissioning or of a visit. */
export const serviceReport = (
  title: string,
  { model, serialNumber }: { model: string; serialNumber: string },
  companyName: string,
  day: string,
) =>
  pdf(`${title} ${serialNumber}`, () => ({
    title,
    subtitle: `${model} · ${serialNumber}`,
    imprint: [vendor, companyName, day.split('-').reverse().join('.')],
    footer: `${title} · ${serialNumber}`,
    sections: [
      {
        heading: 'Makine',
        paragraphs: [],
        table: [
          ['Model', model],
          ['Seri numarası', serialNumber],
          ['Tarih', day.split('-').reverse().join('.')],
        ],
      },
      {
        heading: 'Yapılanlar',
        paragraphs: [
          'Makine terazilendi, bütün eksenler referansa gönderildi, güvenlik devreleri denendi. Ölçüm sonuçları sınırların içindedir.',
          'Operatöre günlük bakım gösterildi. Açık bir iş kalmadı.',
        ],
      },
    ],
  }))
