import { oneYearAfter } from '#contract/fields.ts'
import { families, familyNames } from './catalogue.ts'
import { companyList, members, team } from './companies.ts'
import type { Script } from './conversations/script.ts'
import { conversations } from './conversations.ts'
import { type DemoFile, documentsOf, serviceReport } from './documents.ts'
import { alarmPicture } from './picture.ts'

const minute = 60_000
const day = 1440 * minute

/** The demo vendor's data as of `today`, always the same for one moment. Records refer to each other by `key`. */
export function demoContent(today: Date) {
  const random = seeded(1453)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const ago = (days: number) => new Date(today.getTime() - days * day)
  const dayOf = (date: Date) => date.toISOString().slice(0, 10)

  const companies = companyList.map(({ name, since, supportEnd, language }, i) => ({
    key: `company ${i}`,
    name,
    language,
    dateAdded: ago(since + random()),
    dateSupportEnd: dayOf(ago(-supportEnd)),
  }))

  const phone = () =>
    `+90 ${pick([212, 216, 224, 232, 262, 312])} 555 ${String(Math.floor(random() * 90 + 10))} ${String(Math.floor(random() * 90 + 10))}`
  const atDemo = (local: string) => `${local}@demo.test`
  const vendorTeam = team.map(({ key, name, surname, role }) => ({
    key,
    email: atDemo(key),
    name,
    surname,
    phone: phone(),
    language: 'tr',
    role,
    memberships: [],
    date: ago(1500),
  }))
  const customer = {
    key: 'customer',
    email: atDemo('customer'),
    name: 'Ayşe',
    surname: 'Yılmaz',
    phone: phone(),
    language: 'tr',
    role: 'customer' as const,
    memberships: [
      { company: 'company 0', department: 'Bakım', position: 'Bakım müdürü' },
      { company: 'company 1', department: 'Bakım', position: 'Danışman' },
    ],
    date: ago(1170),
  }
  const others = companies.flatMap((company, i) =>
    Array.from({ length: 2 + (i % 3) }, (_, k) => {
      const list = members[company.language]
      const [name, surname, department, position] = list[(i * 3 + k) % list.length] as (typeof list)[number]
      const key = `member ${i} ${k}`
      const memberships = [{ company: company.key, department, position }]
      const email = `${ascii(name)}.${ascii(surname)}.${i + 1}@musteri.example`
      return {
        key,
        email,
        name,
        surname,
        phone: phone(),
        language: company.language,
        role: 'customer' as const,
        memberships,
        date: new Date(company.dateAdded.getTime() + (k + 1) * day),
      }
    }),
  )
  const people = [...vendorTeam, customer, ...others]

  const machines = familyNames.flatMap((family, f) =>
    families[family].models.map((model, m) => {
      const { name: kind, english: englishKind, code } = families[family]
      const sku = `${code}-${model.replace(/\D/g, '') || m + 1}${'ABCDE'[m]}`
      const description =
        m === 4
          ? `${englishKind}, compact series. CE marked, two years of spare parts in stock.`
          : `${kind[0]?.toLocaleUpperCase('tr')}${kind.slice(1)}. Yerli üretim, CE belgeli; yedek parçası stokta tutulur.`
      const files = documentsOf({ family, name: model, sku, size: m + 1 })
      return {
        key: `machine ${f} ${m}`,
        family,
        name: `${model} ${kind}`,
        sku,
        description,
        dateCreated: ago(1450 - f * 60 - m * 9),
        files,
      }
    }),
  )

  // Warranties are valid, end within a month, or have ended.
  const companyMachines = Array.from({ length: 80 }, (_, i) => {
    const company = companies[i % companies.length] as (typeof companies)[number]
    const machine = machines[(i * 7 + (i % 3)) % machines.length] as (typeof machines)[number]
    const age = i % 5 === 0 ? 365 - 3 - (i % 25) : i % 5 < 3 ? 40 + ((i * 37) % 300) : 420 + ((i * 53) % 700)
    const bought = dayOf(ago(age))
    const extended = i % 11 === 4
    const dateOfWarrantyEnd = extended ? oneYearAfter(oneYearAfter(bought)) : oneYearAfter(bought)
    const serialNumber = `${machine.sku.split('-')[0]}${new Date(ago(age)).getUTCFullYear() % 100}-${String(1040 + i * 7)}`
    const files =
      i % 4 === 0
        ? [
            serviceReport(
              company.language === 'en' ? 'Commissioning report' : 'Devreye alma tutanağı',
              machine.name,
              serialNumber,
              company.name,
              bought,
            ),
          ]
        : []
    const notes =
      i % 6 === 1
        ? pick([
            '2. üretim hattı, güney kapısı yanı.',
            'Servis için önceden güvenliğe haber verin.',
            'Uzatılmış bakım sözleşmesi var.',
            'Vardiya: 3 × 8 saat.',
          ])
        : ''
    return {
      key: `owned ${i}`,
      company: company.key,
      machine: machine.key,
      family: machine.family,
      model: machine.name,
      serialNumber,
      dateOfPurchase: bought,
      dateOfWarrantyEnd,
      notes,
      dateCreated: ago(age - 1),
      files,
    }
  })

  const inEnglish = new Set(companies.filter(company => company.language === 'en').map(company => company.key))
  const scriptsUsed = new Map<string, number>()
  const tickets = Array.from({ length: 200 }, (_, i) => {
    // Every fourth ticket is the demo customer's, so that their lists are not empty; every eighth is an English one.
    const isEligible = (company: string) =>
      i % 4 === 0 ? customer.memberships.some(membership => membership.company === company) : i % 8 !== 1 || inEnglish.has(company)
    const owned = pick(companyMachines.filter(machine => isEligible(machine.company)))
    const company = companies.find(({ key }) => key === owned.company) as (typeof companies)[number]
    const writer =
      i % 4 === 0 ? customer : pick(people.filter(person => person.memberships.some(membership => membership.company === company.key)))
    const scripts = conversations[owned.family][company.language === 'en' ? 'english' : 'turkish']
    const scriptIndex = scriptsUsed.get(`${company.language}${owned.family}`) ?? 0
    scriptsUsed.set(`${company.language}${owned.family}`, scriptIndex + 1)
    const status =
      i >= 188
        ? i % 3 === 0
          ? 'closed'
          : 'open'
        : ((
            [
              'closed',
              'open',
              'archived',
              'closed',
              'open',
              'closed',
              'open',
              'closed',
              'open',
              'archived',
              'open',
              'closed',
              'open',
            ] as const
          )[i % 13] as 'open' | 'closed' | 'archived')
    const begun = new Date(today.getTime() - (200 - i) ** 1.25 * 0.24 * day - (4 + random() * 300) * minute)
    return ticketOf(scripts[scriptIndex % scripts.length] as Script, { owned, company, writer: writer.key, status, begun })
  })

  /** The ticket of a script at one machine; an open one may end in the middle of it. */
  function ticketOf(
    script: Script,
    {
      owned,
      company,
      writer,
      status,
      begun,
    }: {
      owned: (typeof companyMachines)[number]
      company: (typeof companies)[number]
      writer: string
      status: 'open' | 'closed' | 'archived'
      begun: Date
    },
  ) {
    const staff = pick(vendorTeam.filter(person => person.role === 'staff')).key
    const elapsed = today.getTime() - begun.getTime()
    const lineCount = Math.max(1, Math.ceil(script.messages.length * random() * 0.9))
    const lines = status === 'open' && elapsed <= maxWaitDays * day ? script.messages.slice(0, lineCount) : [...script.messages]
    // An old open ticket ends with an answer, so that no customer waits for weeks.
    if (status === 'open' && elapsed > maxWaitDays * day) lines.splice(script.messages.findLastIndex(line => line.startsWith('s:')) + 1)
    const pace = Math.min(1, (elapsed * 0.9) / (lines.length * 300 * minute))
    let time = begun.getTime()
    const messages = lines.map((line, k) => {
      if (k > 0) time += (12 + random() * 280) * minute * pace
      const isStaff = line.startsWith('s:')
      const [, contents = '', mark] = /^[cs]: (.*?)(?: \[([^\]]+)\])?$/.exec(line) ?? []
      const date = new Date(time)
      return { by: isStaff ? staff : writer, isStaff, contents, date, file: attachment(mark, owned, company, date) }
    })
    const dateClosed = status === 'open' ? null : new Date(time + (5 + random() * 100) * minute * pace)
    return {
      company: company.key,
      companyMachine: owned.key,
      createdBy: writer,
      title: script.title,
      status,
      dateCreated: begun,
      dateClosed,
      closedBy: dateClosed && (lines.at(-1)?.startsWith('s:') ? staff : writer),
      dateArchived: status === 'archived' && dateClosed ? new Date((dateClosed.getTime() + today.getTime()) / 2) : null,
      messages,
    }
  }

  function attachment(
    mark: string | undefined,
    owned: (typeof companyMachines)[number],
    company: (typeof companies)[number],
    date: Date,
  ): DemoFile | undefined {
    if (mark === undefined) return undefined
    if (mark === 'rapor')
      return serviceReport(
        company.language === 'en' ? 'Service report' : 'Servis raporu',
        owned.model,
        owned.serialNumber,
        company.name,
        dayOf(date),
      )
    return { fileName: `${mark} ${owned.serialNumber}.png`, fileType: 'image/png', bytes: () => alarmPicture(mark) }
  }

  return { vendor: { name: 'Anadolu Takım Tezgâhları' }, admin: 'admin', people, companies, machines, companyMachines, tickets }
}

/** The longest wait of a customer for an answer. */
const maxWaitDays = 12

/** A seeded random generator from 0 to 1 (mulberry32). */
function seeded(state: number) {
  let seed = state
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replaceAll(' ', '')
