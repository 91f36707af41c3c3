import { Readable } from 'node:stream'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { hashPassword } from '#platform/crypto/passwords.ts'
import type { Schema } from '#platform/database/schema.ts'
import { openStorage, type Storage } from '#platform/storage/storage.ts'
import { storageKey } from '../files/uploads.ts'
import { demoCustomer } from '../vendors/portal.ts'
import { demoContent } from './content/content.ts'
import type { DemoFile } from './content/documents.ts'
import type { WorkingUntil } from './content/working-hours.ts'

type Seed = {
  connection: pg.ClientConfig
  dataDir: string
  storageUrl?: string
  domains: string[]
  today: Date
}
type Row = Record<string, unknown>

/** In the order of their references. */
const tables = [
  'vendors',
  'vendorDomains',
  'users',
  'companies',
  'memberships',
  'machines',
  'companyMachines',
  'files',
  'topics',
  'tickets',
  'ticketTopics',
  'ticketStates',
  'ticketChanges',
  'messages',
  'ticketNotes',
  'noteMentions',
  'machineFiles',
  'privateFiles',
  'messageFiles',
  'savedReplies',
] as const satisfies (keyof Schema)[]
type Table = (typeof tables)[number]

/** Inserts the demo vendor: the bytes first, then all rows in one transaction. */
export async function seed({ connection, dataDir, storageUrl, domains, today }: Seed) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const content = demoContent(today, await readHolidays(client, today))
    const vendorId = uuidv7()
    const { rows, bytes } = await collectContent(vendorId, { domains, today }, content)
    await putAll(await openStorage({ storageUrl, dataDir }), vendorId, bytes)
    await client.query('begin')
    for (const table of tables) await insert(client, table, rows.get(table) ?? [])
    await client.query(
      `update ticket_states s set date_due = due_at(v, priority, is_answered, date_waiting) from vendors v
        where v.vendor_id = s.vendor_id and s.vendor_id = $1 and date_waiting is not null`,
      [vendorId],
    )
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function readHolidays(client: pg.Client, today: Date): Promise<WorkingUntil> {
  const { rows } = await client.query<{ day: string; until: number }>(
    `select day::date::text as day, working_until(day::date) as until
       from generate_series($1::date - 400, $1::date + 30, interval '1 day') day`,
    [today],
  )
  const holidays = new Map(rows.map(({ day, until }) => [day, until]))
  return day => holidays.get(day) ?? 1440
}

async function collectContent(
  vendorId: string,
  { domains, today }: Pick<Seed, 'domains' | 'today'>,
  content: Content,
) {
  const collected = collectRows(vendorId)
  collected.add('vendors', content.vendor)
  // The links of mails have the first one.
  for (const [at, domain] of domains.entries())
    collected.add('vendorDomains', { domain, dateCreated: new Date(today.getTime() + at) })
  addPeople(collected, content, await hashPassword(demoCustomer.password))
  addMachines(collected, content)
  for (const name of content.topics)
    collected.add('topics', { id: collected.idOf(`topic ${name}`), name, dateCreated: today })
  for (const ticket of content.tickets) addTicket(collected, ticket)
  for (const reply of content.replies)
    collected.add('savedReplies', {
      id: uuidv7(),
      userId: collected.idOf('staff'),
      ...reply,
      dateCreated: today,
    })
  return collected
}

type Content = ReturnType<typeof demoContent>
type StoredBytes = { id: string; type: string; data: Buffer }
type Collected = ReturnType<typeof collectRows>

/** Rows by table with columns in camel case, and the bytes of the files. */
function collectRows(vendorId: string) {
  const rows = new Map<Table, Row[]>(tables.map(table => [table, []]))
  const bytes: StoredBytes[] = []
  const ids = new Map<string, string>()
  const idOf = (key: string) => ids.get(key) ?? (ids.set(key, uuidv7()).get(key) as string)
  const add = (table: Table, row: Row) => rows.get(table)?.push({ vendorId, ...row })
  function addFile(file: DemoFile, uploader: string, date: Date) {
    const [id, data] = [uuidv7(), file.bytes()]
    bytes.push({ id, type: file.fileType, data })
    const dates = { uploadDate: date, dateStored: date, dateConfirmed: date, dateAttached: date }
    add('files', {
      id,
      uploaderId: idOf(uploader),
      fileName: file.fileName,
      fileSize: data.length,
      fileType: file.fileType,
      ...dates,
    })
    return id
  }
  return { rows, bytes, idOf, add, addFile }
}

function addPeople({ add, idOf }: Collected, { people, companies }: Content, passwordHash: string) {
  for (const { key, memberships, date, ...person } of people) {
    add('users', { id: idOf(key), ...person, passwordHash, dateCreated: date })
    for (const { company, ...position } of memberships)
      add('memberships', {
        userId: idOf(key),
        companyId: idOf(company),
        ...position,
        dateCreated: date,
      })
  }
  for (const { key, language, ...company } of companies)
    add('companies', { id: idOf(key), ...company })
}

function addMachines(
  { add, idOf, addFile }: Collected,
  { admin, machines, companyMachines }: Content,
) {
  for (const { key, family, files, ...machine } of machines) {
    add('machines', { id: idOf(key), ...machine })
    for (const file of files)
      add('machineFiles', {
        machineId: idOf(key),
        fileId: addFile(file, admin, machine.dateCreated),
      })
  }
  for (const { key, company, machine, family, model, files, ...owned } of companyMachines) {
    add('companyMachines', {
      id: idOf(key),
      companyId: idOf(company),
      machineId: idOf(machine),
      ...owned,
    })
    for (const file of files)
      add('privateFiles', {
        companyMachineId: idOf(key),
        fileId: addFile(file, admin, owned.dateCreated),
      })
  }
}

function addTicket(
  { add, idOf, addFile }: Collected,
  {
    company,
    companyMachine,
    messages,
    notes,
    changes,
    topics,
    ...ticket
  }: Content['tickets'][number],
) {
  const ticketId = uuidv7()
  const closedBy = ticket.closedBy && idOf(ticket.closedBy)
  add('tickets', {
    id: ticketId,
    companyId: idOf(company),
    companyMachineId: idOf(companyMachine),
    title: ticket.title,
    status: ticket.status,
    dateCreated: ticket.dateCreated,
    createdBy: idOf(ticket.createdBy),
    dateClosed: ticket.dateClosed,
    closedBy,
    dateArchived: ticket.dateArchived,
    archivedBy: ticket.dateArchived && closedBy,
  })
  const last = messages.at(-1)
  add('ticketStates', {
    ticketId,
    companyId: idOf(company),
    dateCreated: ticket.dateCreated,
    dateLastMessage: last?.date ?? null,
    lastMessageIsStaff: last?.isStaff ?? false,
    assigneeId: ticket.assignee && idOf(ticket.assignee),
    isOpen: ticket.status === 'open',
    priority: ticket.priority,
    waitingFor: ticket.waitingFor,
    dateWaiting: ticket.waitingFor === 'team' ? (last?.date ?? ticket.dateCreated) : null,
    isAnswered: ticket.isAnswered || last?.isStaff === true,
    dateSnoozed: ticket.dateSnoozed,
  })
  for (const topic of topics) add('ticketTopics', { ticketId, topicId: idOf(`topic ${topic}`) })
  for (const { by, date, ...change } of changes)
    add('ticketChanges', { id: uuidv7(), ticketId, ...change, userId: idOf(by), dateChanged: date })
  for (const { by, isStaff, contents, date, file } of messages) {
    const id = uuidv7()
    add('messages', { id, ticketId, userId: idOf(by), isStaff, contents, dateAdded: date })
    if (file) add('messageFiles', { messageId: id, fileId: addFile(file, by, date) })
  }
  for (const { by, mentions, contents, date } of notes) {
    const id = uuidv7()
    add('ticketNotes', { id, ticketId, userId: idOf(by), contents, dateAdded: date })
    for (const mentioned of mentions) add('noteMentions', { noteId: id, userId: idOf(mentioned) })
  }
}

/** Eight at a time, as each waits for its bytes to be durable. */
async function putAll(storage: Storage, vendorId: string, files: StoredBytes[]) {
  const queue = files.values()
  const worker = async () => {
    for (const { id, type, data } of queue)
      await storage.put(storageKey(vendorId, id), Readable.from([data]), data.length, { type })
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function insert(client: pg.Client, table: string, rows: Row[]) {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const named = rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  )
  const columns = Object.keys(named[0] ?? {}).join(', ')
  await client.query(
    `insert into ${snakeCase(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${snakeCase(table)}, $1::jsonb)`,
    [JSON.stringify(named)],
  )
}
