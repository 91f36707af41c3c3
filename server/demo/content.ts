export type DemoFile = { fileName: string; fileType: string; bytes: () => Buffer }
const day = 86_400_000
const iso = (date: Date) => date.toISOString().slice(0, 10)

/** Everything the demo vendor has, relative to a day; the same for the same day. */
export function demoContent(today: Date) {
  const at = (days: number, minutes = 0) => new Date(today.getTime() + days * day + minutes * 60_000)
  const names = ['İnci Kalıp', 'Şişli Pres', 'Çankaya Makine', 'Iğdır Tarım', 'Özgür Dişli', 'Ümraniye Plastik', 'Gebze Döküm', 'Trakya Ambalaj', 'Bursa Otomotiv Yan Sanayi ve Dış Ticaret Anonim Şirketi Organize Sanayi Bölgesi İkinci Fabrikası', 'Ege Mermer', 'Nordwind GmbH', 'Konya Hidrolik']
  const companies = names.map((name, i) => ({ key: `c${i}`, name, dateAdded: at(-400 + i * 20), dateSupportEnd: iso(at([-40, 15, 300][i % 3] as number)) }))
  const kinds = ['CNC Torna', 'Abkant Pres', 'Lazer Kesim', 'Vidalı Kompresör', 'Enjeksiyon', 'Taşlama', 'Freze', 'Kaynak Robotu']
  const machines = Array.from({ length: 40 }, (_, i) => ({ key: `m${i}`, name: `${kinds[i % 8]} ${100 + i * 10}`, sku: `AM-${100 + i * 10}`, description: `${kinds[i % 8]} serisi, ${i + 5} kW.`, dateCreated: at(-500 + i), files: [] as DemoFile[] }))
  const companyMachines = Array.from({ length: 80 }, (_, i) => ({ key: `cm${i}`, company: `c${i % 12}`, machine: `m${i % 40}`, serialNumber: `SN-${20240 + i}`, dateOfPurchase: iso(at(-200 - i * 5)), dateOfWarrantyEnd: iso(at([165 - i * 2, 12, -30][i % 3] as number)), notes: i % 4 ? '' : 'Üretim hattı 2', dateCreated: at(-200 - i), files: [] as DemoFile[] }))
  const person = (key: string, name: string, surname: string, role: 'admin' | 'staff' | 'customer', memberships: { company: string; department: string; position: string }[] = []) => ({ key, email: `${key}@demo.test`, name, surname, phone: '+90 212 555 01 02', language: 'tr', role, memberships, date: at(-380) })
  const people = [
    person('admin', 'Selin', 'Aydın', 'admin'),
    person('staff', 'Hüseyin', 'Demir', 'staff'),
    person('customer', 'Ayşe', 'Yılmaz', 'customer', [{ company: 'c0', department: 'Bakım', position: 'Bakım şefi' }, { company: 'c1', department: 'Üretim', position: 'Mühendis' }]),
    ...companies.map((c, i) => person(`uye${i}`, ['Işıl', 'Gökhan', 'İbrahim'][i % 3] as string, 'Şahin', 'customer', [{ company: c.key, department: 'Bakım', position: 'Teknisyen' }])),
  ]
  const titles = ['Mil ısınıyor', 'E12 alarmı', 'Yağ kaçağı', 'Sensör arızası', 'Kesim kalitesi düştü']
  const tickets = Array.from({ length: 200 }, (_, i) => {
    const owned = companyMachines[i % 80] as (typeof companyMachines)[number]
    const by = owned.company === 'c0' || owned.company === 'c1' ? 'customer' : `uye${owned.company.slice(1)}`
    const start = at(-180 + (i * 179) / 200)
    const status = i % 20 < 9 ? 'open' : i % 20 < 17 ? 'closed' : 'archived'
    const messages = Array.from({ length: 1 + (i % 5) }, (_, k) => ({ by: k % 2 ? 'staff' : by, isStaff: k % 2 === 1, contents: k % 2 ? 'Merhaba, alarm kodunu yazar mısınız?' : 'Merhaba, makine bu sabah durdu.', date: new Date(start.getTime() + k * 3_600_000), file: undefined as DemoFile | undefined }))
    return { company: owned.company, companyMachine: owned.key, createdBy: by, title: `${titles[i % 5]} (${i + 1})`, status, dateCreated: start, dateClosed: status === 'open' ? null : new Date(start.getTime() + 10 * 3_600_000), messages }
  })
  return { vendor: { name: 'Anadolu Makine' }, admin: 'admin', people, companies, machines, companyMachines, tickets }
}
