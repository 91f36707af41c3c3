import { oneYearAfter } from '#contract/fields.ts'
import { TicketPriority } from '#contract/tickets.ts'
import { families, familyNames } from './catalogue.ts'
import { companyList, members, teamMembers } from './companies.ts'
import { type Script, scriptsOf } from './conversations.ts'
import { type DeskTicket, desk, targets } from './desk.ts'
import { alarmPicture, type DemoFile, documentsOf, serviceReport } from './documents.ts'
import { replyTexts } from './replies.ts'
import { topicNames, topicsOf } from './topics.ts'
import { type WorkingUntil, workingHoursAt } from './working-hours.ts'

const minute = 60_000
const day = 1440 * minute

type Person = ReturnType<typeof makePeople>[number]
type Company = ReturnType<typeof makeCompanies>[number]
type Machine = ReturnType<typeof makeMachines>[number]
type CompanyMachine = ReturnType<typeof makeCompanyMachines>[number]

/** The demo vendor's data as of `today`, always the same for
 * one moment. Records refer to each other by `key`. */
export function demoContent(today: Date, workingUntil: WorkingUntil) {
  const context = contextOf(today, workingUntil)
  const companies = makeCompanies(context)
  const people = makePeople(context, companies)
  const machines = makeMachines(context)
  const companyMachines = makeCompanyMachines(context, companies, machines)
  const tickets = makeTickets(context, companies, people, companyMachines)
  return {
    vendor: {
      name: 'Anadolu Takım Tezgâhları',
      emergencyPhone: '+90 216 555 10 10',
      timeZone: 'Europe/Istanbul',
      ...context.workingHours.hours,
      firstTargets: TicketPriority.options.map(priority => targets[priority]),
      nextTargets: TicketPriority.options.map(priority => targets[priority]),
    },
    admin: 'admin',
    people,
    companies,
    machines,
    companyMachines,
    tickets,
    topics: topicNames,
    replies: replyTexts,
  }
}

type Context = ReturnType<typeof contextOf>
function contextOf(today: Date, workingUntil: WorkingUntil) {
  const random = seeded(1453)
  return {
    today,
    workingHours: workingHoursAt(today, workingUntil),
    random,
    /** Another draw changes everything that is made after it:
     * derive a value from its index where that is enough. */
    pick: <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T,
    ago: (days: number) => new Date(today.getTime() - days * day),
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const makeCompanies = ({ random, ago }: Context) =>
  companyList.map(({ name, since, supportEnd, language }, i) => ({
    key: `company ${i}`,
    name,
    language,
    dateAdded: ago(since + random()),
    dateSupportEnd: dayOf(ago(-supportEnd)),
  }))

function makePeople({ random, pick, ago }: Context, companies: Company[]) {
  const twoDigits = () => Math.floor(random() * 90 + 10)
  const phone = () =>
    `+90 ${pick([212, 216, 224, 232, 262, 312])} 555 ${twoDigits()} ${twoDigits()}`
  const vendorTeam = teamMembers.map(person => ({
    ...person,
    email: `${person.key}@demo.test`,
    phone: phone(),
    language: 'tr',
    memberships: [],
    date: ago(1500),
  }))
  const customer = {
    key: 'customer',
    email: 'customer@demo.test',
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
  const others = companies.flatMap(({ key, language, dateAdded }, i) =>
    Array.from({ length: 2 + (i % 3) }, (_, k) => {
      const [name, surname, department, position] = itemAt(members[language], i * 3 + k)
      return {
        key: `member ${i} ${k}`,
        email: `${ascii(name)}.${ascii(surname)}.${i + 1}@musteri.example`,
        name,
        surname,
        phone: phone(),
        language,
        role: 'customer' as const,
        memberships: [{ company: key, department, position }],
        date: new Date(dateAdded.getTime() + (k + 1) * day),
      }
    }),
  )
  return [...vendorTeam, customer, ...others]
}

const makeMachines = ({ ago }: Context) =>
  familyNames.flatMap((family, f) => {
    const { name: kind, english, code, models } = families[family]
    const inTurkish = `${kind[0]?.toLocaleUpperCase('tr')}${kind.slice(1)}. Yerli üretim, CE belgeli; yedek parçası stokta tutulur.`
    const inEnglish = `${english}, compact series. CE marked, two years of spare parts in stock.`
    return models.map((model, m) => {
      const sku = `${code}-${model.replace(/\D/g, '') || m + 1}${'ABCDE'[m]}`
      return {
        key: `machine ${f} ${m}`,
        family,
        name: `${model} ${kind}`,
        sku,
        description: m === 4 ? inEnglish : inTurkish,
        dateCreated: ago(1450 - f * 60 - m * 9),
        files: documentsOf({ family, name: model, size: m + 1 }),
      }
    })
  })

const machineNotes = [
  '2. üretim hattı, güney kapısı yanı.',
  'Servis için önceden güvenliğe haber verin.',
  'Uzatılmış bakım sözleşmesi var.',
  'Vardiya: 3 × 8 saat.',
]

/** Warranties are valid, end within a month, or have ended. */
const makeCompanyMachines = ({ pick, ago }: Context, companies: Company[], machines: Machine[]) =>
  Array.from({ length: 80 }, (_, i) => {
    const company = itemAt(companies, i)
    const machine = itemAt(machines, i * 7 + (i % 3))
    const age =
      i % 5 === 0 ? 365 - 3 - (i % 25) : i % 5 < 3 ? 40 + ((i * 37) % 300) : 420 + ((i * 53) % 700)
    const dateOfPurchase = dayOf(ago(age))
    const isExtended = i % 11 === 4
    const owned = {
      key: `owned ${i}`,
      company: company.key,
      machine: machine.key,
      family: machine.family,
      model: machine.name,
      serialNumber: `${machine.sku.split('-')[0]}${dateOfPurchase.slice(2, 4)}-${1040 + i * 7}`,
      dateOfPurchase,
      dateOfWarrantyEnd: isExtended
        ? oneYearAfter(oneYearAfter(dateOfPurchase))
        : oneYearAfter(dateOfPurchase),
      notes: i % 6 === 1 ? pick(machineNotes) : '',
      dateCreated: ago(age - 1),
    }
    const title = { tr: 'Devreye alma tutanağı', en: 'Commissioning report' }[company.language]
    return { ...owned, files: i % 4 === 0 ? [serviceReport(title, owned.serialNumber)] : [] }
  })

const ticketCount = 200

type Status = 'open' | 'closed' | 'archived'
const statuses =
  'closed open archived closed open closed open closed open open archived closed open closed open'.split(
    ' ',
  ) as Status[]
/** No ticket of more than six weeks ago is open still. */
const statusOf = (i: number): Status =>
  i < 140
    ? itemAt(['closed', 'closed', 'archived'], i)
    : i < 188
      ? itemAt(statuses, i)
      : i % 3 === 0
        ? 'closed'
        : 'open'

function makeTickets(
  context: Context,
  companies: Company[],
  people: Person[],
  companyMachines: CompanyMachine[],
) {
  const { today, random, pick } = context
  const isIn = (person: Person, company: string) =>
    person.memberships.some(membership => membership.company === company)
  const companyOf = ({ company }: CompanyMachine) =>
    companies.find(({ key }) => key === company) as Company
  const customer = people.find(({ key }) => key === 'customer') as Person
  const staff = people.filter(({ role }) => role === 'staff')
  const scriptsUsed = new Map<Script[], number>()
  const indexes = Array.from({ length: ticketCount }, (_, i) => i)
  const newestOpen = indexes.filter(i => statusOf(i) === 'open').reverse()
  const tickets = indexes.map(i => {
    // Every fourth ticket is the demo customer's, so that their
    // lists are not empty; every eighth is an English one.
    const isCustomers = i % 4 === 0
    const isEligible = (machine: CompanyMachine) =>
      isCustomers
        ? isIn(customer, machine.company)
        : i % 8 !== 1 || companyOf(machine).language === 'en'
    const owned = pick(companyMachines.filter(isEligible))
    const company = companyOf(owned)
    const writer = isCustomers ? customer : pick(people.filter(person => isIn(person, company.key)))
    const scripts = scriptsOf(owned.family, company.language)
    const used = scriptsUsed.get(scripts) ?? 0
    scriptsUsed.set(scripts, used + 1)
    const dateCreated = new Date(
      today.getTime() - (ticketCount - i) ** 1.25 * 0.24 * day - (4 + random() * 300) * minute,
    )
    const ticket = {
      status: statusOf(i),
      owned,
      company,
      writer: writer.key,
      staff: pick(staff).key,
      dateCreated,
    }
    return makeTicket(context, itemAt(scripts, used), ticket, desk[newestOpen.indexOf(i)])
  })
  return tickets.toSorted((a, b) => a.dateCreated.getTime() - b.dateCreated.getTime())
}

type TicketFacts = {
  status: Status
  owned: CompanyMachine
  company: Company
  writer: string
  staff: string
  dateCreated: Date
}

/** The ticket of a script at one machine; an open one may end in the middle of it. */
function makeTicket(
  context: Context,
  script: Script,
  { status, owned, company, writer, staff, dateCreated }: TicketFacts,
  onDesk: DeskTicket | undefined,
) {
  const { today, random, workingHours } = context
  const lines = linesOf(script, status, random, onDesk)
  const answering = onDesk?.assignee ?? staff
  const messages = datesOf(context, lines, script.priority, dateCreated, onDesk).map((date, k) => {
    const [, author, contents = '', mark] =
      /^([cs]): (.*?)(?: \[([^\]]+)\])?$/.exec(lines[k] as string) ?? []
    return {
      by: author === 's' ? answering : writer,
      isStaff: author === 's',
      contents,
      date: new Date(date),
      file: mark && attachment(mark, owned, company),
    }
  })
  const last = messages.at(-1) as (typeof messages)[number]
  const isOpen = status === 'open'
  const untilClosed = Math.min(
    5 + random() * 100,
    (today.getTime() - last.date.getTime()) / 2 / minute,
  )
  const dateClosed = isOpen ? null : new Date(last.date.getTime() + untilClosed * minute)
  const isAnswered = messages.some(({ isStaff }) => isStaff)
  const dateSnoozed = onDesk?.snoozed ? workingHours.morning(onDesk.snoozed) : null
  return {
    company: company.key,
    companyMachine: owned.key,
    createdBy: writer,
    title: script.title,
    priority: script.priority,
    status,
    dateCreated: (messages[0] as (typeof messages)[number]).date,
    dateClosed,
    closedBy: dateClosed && (last.isStaff ? answering : writer),
    dateArchived: status === 'archived' && dateClosed ? between(dateClosed, today, 0.5) : null,
    assignee: onDesk ? onDesk.assignee : isAnswered ? answering : null,
    waitingFor: !isOpen ? null : last.isStaff && onDesk?.state !== 'promised' ? 'customer' : 'team',
    isAnswered,
    dateSnoozed,
    topics: topicsOf([script.title, ...lines]),
    messages,
    notes: onDesk?.note ? [{ ...onDesk.note, date: between(last.date, today, 0.5) }] : [],
    changes: [
      ...(onDesk?.state === 'reopened' ? reopeningOf(messages) : []),
      ...(dateSnoozed
        ? [{ status: 'snoozed', by: answering, date: between(last.date, today, 0.5), dateSnoozed }]
        : []),
    ],
  }
}

/** An open ticket that nothing is to be done for ends with an answer. */
function linesOf(
  { messages }: Script,
  status: Status,
  random: () => number,
  onDesk: DeskTicket | undefined,
) {
  if (status !== 'open') return messages
  // In a short conversation it is only thanks.
  const question = messages.findIndex((line, k) => k > 0 && line.startsWith('c:'))
  const answers = messages.flatMap((line, k) => (line.startsWith('s:') ? [k] : []))
  switch (onDesk?.state) {
    case 'new':
      return messages.slice(0, 1)
    case 'asked':
    case 'reopened':
      return messages.slice(0, messages.length > 3 ? question + 1 : 1)
    case 'promised':
      return messages.slice(0, (answers[0] as number) + 1)
    default:
      return messages.slice(0, (answers[Math.floor(random() * answers.length)] as number) + 1)
  }
}

/** Of the messages, from the last one back; the team writes while it works. */
function datesOf(
  { today, random, workingHours }: Context,
  lines: string[],
  priority: TicketPriority,
  dateCreated: Date,
  onDesk: DeskTicket | undefined,
) {
  const pauses = lines.slice(1).map(() => (12 + random() * 280) * minute)
  const elapsed = today.getTime() - dateCreated.getTime()
  const pace = Math.min(1, (elapsed * 0.9) / (lines.length * 300 * minute))
  const target = targets[priority]
  let time = onDesk
    ? workingHours.minutesAgo(Math.max(target * (0.1 + random() * 0.2), target - onDesk.left))
    : dateCreated.getTime() + pauses.reduce((sum, pause) => sum + pause * pace, 0)
  const dates: number[] = []
  for (const [k, line] of [...lines.entries()].reverse()) {
    if (line.startsWith('s:')) time = workingHours.lastWorked(time)
    dates.unshift(time)
    time -= (pauses[k - 1] ?? 0) * (onDesk ? 1 : pace)
  }
  return dates
}

const between = (from: Date, to: Date, share: number) =>
  new Date(from.getTime() + (to.getTime() - from.getTime()) * share)

type DemoMessage = { by: string; isStaff: boolean; date: Date }

/** The closing after an answer, and the reopening by the customer's next message. */
function reopeningOf(messages: DemoMessage[]) {
  const [answer, next] = messages.slice(-2)
  if (messages.length < 3 || !answer?.isStaff || !next || next.isStaff) return []
  return [
    {
      status: 'closed',
      by: answer.by,
      date: between(answer.date, next.date, 0.5),
      dateSnoozed: null,
    },
    { status: 'open', by: next.by, date: next.date, dateSnoozed: null },
  ]
}

function attachment(
  mark: string,
  { serialNumber }: CompanyMachine,
  { language }: Company,
): DemoFile {
  const report = { tr: 'Servis raporu', en: 'Service report' }[language]
  return mark === 'rapor' ? serviceReport(report, serialNumber) : alarmPicture(mark, serialNumber)
}

/** The item at an index that starts again after the last one. */
const itemAt = <T>(list: readonly T[], index: number) => list[index % list.length] as T

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
