export type Family = keyof typeof families

export const families = {
  torna: {
    name: 'CNC torna',
    english: 'CNC lathe',
    code: 'AT',
    models: ['Çınar 200', 'Çınar 250', 'Çınar 320 Y', 'Çınar 400 M', 'Çınar İkiz 250'],
  },
  abkant: {
    name: 'abkant pres',
    english: 'press brake',
    code: 'AP',
    models: [
      'Kavak 40-1250',
      'Kavak 100-3100',
      'Kavak 160-4100',
      'Kavak 220-4100 S',
      'Kavak E 80-2500',
    ],
  },
  lazer: {
    name: 'fiber lazer kesim',
    english: 'fibre laser cutter',
    code: 'AL',
    models: ['Işık 3015-3', 'Işık 3015-6', 'Işık 4020-12', 'Işık Boru 220', 'Işık Mini 1313'],
  },
  kompresor: {
    name: 'vidalı kompresör',
    english: 'screw compressor',
    code: 'AK',
    models: ['Rüzgâr 15', 'Rüzgâr 22 D', 'Rüzgâr 37 V', 'Rüzgâr 75 V', 'Rüzgâr 110'],
  },
  enjeksiyon: {
    name: 'plastik enjeksiyon',
    english: 'injection moulding machine',
    code: 'AE',
    models: ['Ladin 90', 'Ladin 160', 'Ladin 220 H', 'Ladin 350', 'Ladin 500 S'],
  },
  taslama: {
    name: 'satıh taşlama',
    english: 'surface grinder',
    code: 'AS',
    models: [
      'Gürgen 400',
      'Gürgen 600',
      'Gürgen 800 H',
      'Gürgen 1000 CNC',
      'Gürgen Silindirik 300',
    ],
  },
  freze: {
    name: 'CNC dik işleme merkezi',
    english: 'vertical machining centre',
    code: 'AF',
    models: ['Meşe 650', 'Meşe 850', 'Meşe 1100', 'Meşe 5X 500', 'Meşe Köprü 2000'],
  },
  kaynak: {
    name: 'kaynak robotu hücresi',
    english: 'welding robot cell',
    code: 'AR',
    models: [
      'Kıvılcım K1',
      'Kıvılcım K2',
      'Kıvılcım Döner 500',
      'Kıvılcım Raylı 6',
      'Kıvılcım Ağır 12',
    ],
  },
} as const satisfies Record<
  string,
  { name: string; english: string; code: string; models: string[] }
>

export const familyNames = Object.keys(families) as Family[]
