import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type pg from 'pg'

/** What must be found in the data directory of a released version, whichever newer program is started on it. */
export type Account = {
  version: string
  commit: string
  date: string
  migrations: string[]
  /** How many rows, and the SHA-256 of each column's values in the order of the primary key. */
  tables: Record<string, { rows: number; columns: Record<string, string> }>
  /** The SHA-256 of each file's bytes, by its key. */
  files: Record<string, string>
  logins: Login[]
  conversation: Conversation
}
export type Login = { domain: string; email: string; password: string; sees: string }
/** A ticket that its customer finds again by a word, with what was written on it and the sum of what was attached. */
export type Conversation = { ticket: string; search: string; title: string; messages: string[]; file: string }

/** Rows that end by themselves, so that a newer program may rightly have swept them. */
const lasting = (table: string) => {
  if (['sessions', 'attempts', 'activations', 'idempotency_keys'].includes(table)) return undefined
  return table === 'files' ? 'date_attached is not null' : 'true'
}

type Column = { table: string; column: string }
type Tables = Account['tables']

/** The sums of all tables, or of the tables and columns that an earlier account names. */
export async function sumsOf(client: pg.Client, earlier?: Tables): Promise<Tables> {
  const tables: Tables = {}
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'")
  for (const [table, columns] of earlier ? columnsIn(earlier) : await everyColumn(client)) {
    const where = lasting(table)
    if (!where) continue
    const { rows } = await client.query({
      text: `select ${columns.map(column => `"${column}"::text`)} from "${table}" where ${where} order by ${await keyOf(client, table)}`,
      rowMode: 'array',
    })
    const sums = columns.map((column, i) => [column, sha256(JSON.stringify(rows.map(row => row[i])))])
    tables[table] = { rows: rows.length, columns: Object.fromEntries(sums) }
  }
  return tables
}

const columnsIn = (tables: Tables) => Object.entries(tables).map(([table, { columns }]) => [table, Object.keys(columns)] as const)

/** By table; computed columns compute themselves. */
async function everyColumn(client: pg.Client) {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' order by table_name, ordinal_position`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => [table, columns.map(({ column }) => column)] as const)
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

/** The sum of every file below a folder, by vendor and id; the folder between these two is the disk's own matter. */
export async function filesIn(folder: string): Promise<Account['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const key = (path: string) => `${relative(folder, path).split('/')[0]}/${basename(path)}`
  return Object.fromEntries(await Promise.all(paths.map(async path => [key(path), sha256(await readFile(path))] as const)))
}

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
