import { Readable } from 'node:stream'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { openStorage, type Storage } from '#platform/storage/storage.ts'
import { storageKey } from '../files/uploads.ts'
import { demoCustomer } from '../vendors/portal.ts'
import { demoContent } from './content/content.ts'
import type { DemoFile } from './content/documents.ts'

type Seed = { connection: pg.ClientConfig; dataDir: string; storageUrl?: string; domains: string[]; today: Date }
type Row = Record<string, unknown>

/** Inserts the demo vendor: the bytes first, then all rows in one transaction. */
export async function seed({ connection, dataDir, storageUrl, domains, today }: Seed) {
  const content = demoContent(today)
  const vendorId = uuidv7()
  const tables = rowsOf(content, vendorId, domains, await hashPassword(demoCustomer.password))
  const storage = await openStorage({ ...(storageUrl && { storageUrl }), dataDir })
  await putAll(storage, vendorId, tables.bytes)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    for (const [table, rows] of Object.entries(tables.rows)) await insert(client, table, rows)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** The rows of each table, in the order of their references, and the bytes of the files. */
function rowsOf(content: ReturnType<typeof demoContent>, vendor_id: string, domains: string[], password_hash: string) {
  const ids = new Map<string, string>()
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, uuidv7()).get(key)
  const bytes: { id: string; type: string; read: () => Buffer }[] = []
  const rows: Record<string, Row[]> = {
    vendors: [{ vendor_id, name: content.vendor.name }],
    vendor_domains: domains.map(domain => ({ vendor_id, domain })),
  }
  const add = (table: string, row: Row) => {
    rows[table] ??= []
    rows[table].push({ vendor_id, ...row })
  }
  const files: Row[] = []

  function addFile(file: DemoFile, uploader: string, date: Date) {
    const id = uuidv7()
    const data = file.bytes()
    bytes.push({ id, type: file.fileType, read: () => data })
    const fileDates = { upload_date: date, date_stored: date, date_confirmed: date, date_attached: date }
    files.push({
      vendor_id,
      id,
      uploader_id: idOf(uploader),
      file_name: file.fileName,
      file_size: data.length,
      file_type: file.fileType,
      ...fileDates,
    })
    return id
  }

  for (const { key, memberships, date, ...person } of content.people) {
    add('users', { id: idOf(key), ...person, password_hash, date_created: date })
    for (const { company, ...position } of memberships) {
      add('memberships', { user_id: idOf(key), company_id: idOf(company), ...position, date_created: date })
    }
  }
  for (const { key, name, dateAdded, dateSupportEnd } of content.companies) {
    add('companies', { id: idOf(key), name, date_added: dateAdded, date_support_end: dateSupportEnd })
  }
  for (const machine of content.machines) {
    const { name, sku, description, dateCreated } = machine
    add('machines', { id: idOf(machine.key), name, sku, description, date_created: dateCreated })
    for (const file of machine.files)
      add('machine_files', { machine_id: idOf(machine.key), file_id: addFile(file, content.admin, dateCreated) })
  }
  for (const owned of content.companyMachines) {
    const { serialNumber, dateOfPurchase, dateOfWarrantyEnd, notes, dateCreated } = owned
    const dates = { date_of_purchase: dateOfPurchase, date_of_warranty_end: dateOfWarrantyEnd, date_created: dateCreated }
    const owner = { company_id: idOf(owned.company), machine_id: idOf(owned.machine) }
    add('company_machines', { id: idOf(owned.key), ...owner, serial_number: serialNumber, notes, ...dates })
    for (const file of owned.files) {
      add('private_files', { company_machine_id: idOf(owned.key), file_id: addFile(file, content.admin, dateCreated) })
    }
  }
  for (const ticket of content.tickets) {
    const id = uuidv7()
    const last = ticket.messages.at(-1)
    add('tickets', {
      id,
      company_id: idOf(ticket.company),
      company_machine_id: idOf(ticket.companyMachine),
      title: ticket.title,
      status: ticket.status,
      created_by: idOf(ticket.createdBy),
      date_created: ticket.dateCreated,
      date_closed: ticket.dateClosed,
      closed_by: ticket.closedBy && idOf(ticket.closedBy),
      date_archived: ticket.dateArchived,
      archived_by: ticket.dateArchived && ticket.closedBy && idOf(ticket.closedBy),
      date_last_message: last?.date ?? null,
      last_message_is_staff: last?.isStaff ?? false,
    })
    for (const { by, isStaff, contents, date, file } of ticket.messages) {
      const message = uuidv7()
      add('messages', { id: message, ticket_id: id, user_id: idOf(by), is_staff: isStaff, contents, date_added: date })
      if (file) add('message_files', { message_id: message, file_id: addFile(file, by, date) })
    }
  }
  const { vendors, vendor_domains, users, companies, memberships, machines, company_machines, tickets, messages, ...rest } = rows
  const ordered = { vendors, vendor_domains, users, companies, memberships, machines, company_machines, files, tickets, messages, ...rest }
  return { rows: ordered as Record<string, Row[]>, bytes }
}

/** Eight at a time, as each waits for its bytes to be durable. */
async function putAll(storage: Storage, vendorId: string, files: { id: string; type: string; read: () => Buffer }[]) {
  const queue = files.values()
  const worker = async () => {
    for (const { id, type, read } of queue) {
      const data = read()
      await storage.put(storageKey(vendorId, id), Readable.from([data]), data.length, { type })
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function insert(client: pg.Client, table: string, rows: Row[]) {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}
