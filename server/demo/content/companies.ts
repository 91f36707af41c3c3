/** `since`: days ago; `supportEnd`: days from today. */
export const companyList = [
  { name: 'İnci Kalıp ve Makine Sanayi A.Ş.', since: 1400, supportEnd: 240, language: 'tr' },
  { name: 'Şahin Hidrolik Ltd. Şti.', since: 1180, supportEnd: 19, language: 'tr' },
  { name: 'Çankaya Çelik Konstrüksiyon', since: 990, supportEnd: -35, language: 'tr' },
  { name: 'Iğdır Tarım Makineleri', since: 870, supportEnd: 400, language: 'tr' },
  { name: 'Özgür Dişli ve Redüktör', since: 760, supportEnd: 8, language: 'tr' },
  { name: 'Üçgen Plastik Ambalaj San. ve Tic. A.Ş.', since: 700, supportEnd: 150, language: 'tr' },
  { name: 'Göksu Döküm Sanayi', since: 640, supportEnd: -190, language: 'tr' },
  {
    name: 'Marmara Otomotiv Yan Sanayi Parça İmalat, Pazarlama, İthalat, İhracat ve Dış Ticaret Limited Şirketi Gebze Fabrikası',
    since: 520,
    supportEnd: 320,
    language: 'tr',
  },
  { name: 'Ege Mermer ve Taş İşleme', since: 430, supportEnd: 27, language: 'tr' },
  { name: 'Brightwater Fabrication Ltd', since: 350, supportEnd: 510, language: 'en' },
  { name: 'Nordhafen Maschinenbau GmbH', since: 260, supportEnd: 90, language: 'en' },
  { name: 'Yıldırım Savunma Parça', since: 120, supportEnd: 600, language: 'tr' },
] as const

/** Name, surname, department, position. */
export const members: Record<'tr' | 'en', [string, string, string, string][]> = {
  tr: [
    ['İbrahim', 'Işık', 'Bakım', 'Bakım şefi'],
    ['Gülşah', 'Öztürk', 'Üretim', 'Vardiya amiri'],
    ['Çağrı', 'Ünal', 'Bakım', 'Elektrik teknisyeni'],
    ['Şule', 'Karaca', 'Kalite', 'Kalite mühendisi'],
    ['Doğukan', 'Yiğit', 'Üretim', 'CNC operatörü'],
    ['İpek', 'Çelik', 'Satın alma', 'Satın alma uzmanı'],
    ['Ömer Faruk', 'Ağaoğlu', 'Bakım', 'Mekanik teknisyen'],
    ['Ayşegül', 'Şimşek', 'Planlama', 'Üretim planlama'],
    ['Mehmet Ali', 'Güneş', 'Üretim', 'Atölye şefi'],
    ['Nurhan', 'Kılıç', 'İş güvenliği', 'İSG uzmanı'],
    ['Tuğba', 'Özdemir', 'Mühendislik', 'Proses mühendisi'],
    ['Hakan', 'Bıyıklı', 'Bakım', 'Bakım teknisyeni'],
  ],
  en: [
    ['Emma', 'Whitfield', 'Maintenance', 'Maintenance lead'],
    ['Jonas', 'Brandt', 'Production', 'Shift supervisor'],
    ['Priya', 'Raman', 'Engineering', 'Process engineer'],
    ['Callum', 'Reid', 'Maintenance', 'Technician'],
    ['Sophie', 'Lindner', 'Purchasing', 'Buyer'],
  ],
}

export const teamMembers = [
  { key: 'admin', name: 'Selin', surname: 'Aydın', role: 'admin' },
  { key: 'staff', name: 'Hüseyin', surname: 'Demir', role: 'staff' },
  { key: 'elif', name: 'Elif', surname: 'Çoban', role: 'staff' },
  { key: 'murat', name: 'Murat', surname: 'Işıklar', role: 'staff' },
  { key: 'deniz', name: 'Deniz', surname: 'Şen', role: 'staff' },
] as const
