import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type pg from 'pg'

/** The content of a released version's data directory, which every newer program must find. */
export type ReleaseManifest = {
  version: string
  commit: string
  date: string
  migrations: string[]
  /** Row count, and the SHA-256 of each column's values in primary key order. */
  tables: Record<string, { rows: number; columns: Record<string, string> }>
  /** SHA-256 by storage key. */
  files: Record<string, string>
  logins: Login[]
  conversation: Conversation
}
export type Login = { domain: string; email: string; password: string; sees: string }
/** A ticket that `search` finds, with its messages and the SHA-256 of its attachment. */
export type Conversation = {
  ticket: string
  search: string
  title: string
  messages: string[]
  file: string
}

/** The condition for rows that do not expire; undefined for tables whose rows all do. */
const lastingRows = (table: string) => {
  if (['sessions', 'attempts', 'activations', 'idempotency_keys', 'mails'].includes(table))
    return undefined
  return table === 'files' ? 'date_attached is not null' : 'true'
}

type Column = { table: string; column: string }
type Tables = ReleaseManifest['tables']

const stateOf = (column: string) =>
  `(select s.${column} from ticket_states s where s.vendor_id = tickets.vendor_id and s.ticket_id = tickets.id)`
/** Where a column of an earlier release is now. */
const moved: Record<string, string> = {
  'tickets.date_last_message': stateOf('date_last_message'),
  'tickets.last_message_is_staff': stateOf('last_message_is_staff'),
  'audit_entries.status': `(select c->>'after' from jsonb_array_elements(changes) c where c->>'field' = 'status')`,
}

/** Checksums of all tables, or of the tables and columns of an earlier manifest. */
export async function checksumTables(client: pg.Client, earlier?: Tables): Promise<Tables> {
  const tables: Tables = {}
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'")
  for (const [table, columns] of earlier ? columnsIn(earlier) : await everyColumn(client)) {
    const where = lastingRows(table)
    if (!where) continue
    const { rows } = await client.query({
      text: `select ${columns.map(column => `${(earlier && moved[`${table}.${column}`]) ?? `"${column}"`}::text`)} from "${table}" where ${where} order by ${await keyOf(client, table)}`,
      rowMode: 'array',
    })
    const sums = columns.map((column, i) => [
      column,
      sha256(JSON.stringify(rows.map(row => row[i]))),
    ])
    tables[table] = { rows: rows.length, columns: Object.fromEntries(sums) }
  }
  return tables
}

const columnsIn = (tables: Tables) =>
  Object.entries(tables).map(([table, { columns }]) => [table, Object.keys(columns)] as const)

/** Columns by table, without generated ones. */
async function everyColumn(client: pg.Client) {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' order by table_name, ordinal_position`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) => [table, columns.map(({ column }) => column)] as const,
  )
}

async function keyOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ key: string }>(
    `select string_agg(quote_ident(attname), ', ' order by i) as key
       from pg_constraint, unnest(conkey) with ordinality as k(number, i) join pg_attribute on attnum = k.number
      where contype = 'p' and conrelid = $1::regclass and attrelid = conrelid`,
    [`public.${table}`],
  )
  return rows[0]?.key ?? '1'
}

/** SHA-256 of every file by `<vendor>/<id>`; the folder
 * between the two is a detail of the disk storage. */
export async function checksumFiles(folder: string): Promise<ReleaseManifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const key = (path: string) => `${relative(folder, path).split('/')[0]}/${basename(path)}`
  return Object.fromEntries(
    await Promise.all(paths.map(async path => [key(path), sha256(await readFile(path))] as const)),
  )
}

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
