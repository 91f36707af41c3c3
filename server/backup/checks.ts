import pg from 'pg'
import * as z from 'zod/mini'
import { isKey } from '#platform/storage/rules.ts'
import { printable, RefusedBackup } from './archive.ts'
import { type Header, type Manifest, restoredJobs, tablesIn } from './contents.ts'

// The seal of a backup finds damage, not forgery: what an archive says of itself is compared with what this program writes, before any of it
// becomes SQL, a path or a line on the operator's terminal.

const mebibyte = 1024 ** 2
/** The most bytes of a backup's first entry, and of a part of a table: a part is a mebibyte and what is left of its last row. */
export const maxHeaderBytes = mebibyte
export const maxPartBytes = 64 * mebibyte
/** The most bytes of its last entry, which names each file with its size and sum. */
export const maxManifestBytes = (files: number) => mebibyte + 256 * files

const headerForm = z.object({
  format: z.literal(1),
  version: z.string().check(z.regex(/^\d[\w.+-]{0,40}$/)),
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/)),
  tokenSecret: z.string().check(z.regex(/^\P{Cc}{32,4096}$/u)),
  migrations: z.array(z.string().check(z.regex(/^\d{4}_\w{1,100}\.sql$/))).check(
    z.minLength(1),
    z.refine(names => names.every((name, i) => i === 0 || name > String(names[i - 1]))),
  ),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

const count = z.int().check(z.gte(0))
const key = z.string().check(z.refine(isKey))
const manifestForm = z.object({
  header: z.string(),
  tables: z.record(z.string(), z.object({ rows: count, sha256: z.string() })),
  files: z.record(key, z.tuple([count, z.string()])),
  removed: z.array(key),
  lost: z.array(key),
})

/** @throws Refused for a header of a later form, and for one that no version of Tezgah writes. */
export function readHeader(path: string, text: string): Header {
  const { format, version } = (parsed(path, text) ?? {}) as { format?: unknown; version?: unknown }
  if (Number.isInteger(format) && Number(format) > 1)
    throw new RefusedBackup(`${path} was made by a newer version of Tezgah (${printable(version).slice(1, -1)}). Restore it with that one.`)
  return formed(path, 'beginning', headerForm, parsed(path, text))
}

/** @throws Refused for a manifest that Tezgah does not write. */
export const readManifest = (path: string, text: string): Manifest => formed(path, 'end', manifestForm, parsed(path, text)) as Manifest

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw foreignArchive(path, 'JSON is expected and something else is found')
  }
}

function formed<T extends z.ZodMiniType>(path: string, which: string, form: T, value: unknown): z.output<T> {
  const result = z.safeParse(form, value)
  if (result.success) return result.data
  const places = result.error.issues.map(issue => issue.path.map(String).join('.'))
  throw foreignArchive(path, `its ${which} has something else than is expected at ${printable(places[0])}`)
}

/** What the operator is told of an archive that Tezgah does not write. */
export const foreignArchive = (path: string, why: string) =>
  new RefusedBackup(`${path} is not a backup as Tezgah makes it: ${why}. Nothing was restored.`)

/**
 * The tables that a backup brings, with its columns in its order, after the migrations that it names have been applied.
 * @throws Refused unless they are the tables and columns of that version, each once.
 */
export async function checkTables(client: pg.Client, path: string, { tables }: Header): Promise<Map<string, string[]>> {
  const catalogue = new Map([...(await tablesIn(client)), restoredJobs].map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const known = catalogue.get(name)
    if (!known) throw foreignArchive(path, `it has a table ${printable(name)}, and there is none in its version`)
    const strange = columns.find(column => !known.includes(column)) ?? columns.find((column, i) => columns.indexOf(column) < i)
    if (strange !== undefined)
      throw foreignArchive(path, `it has a column ${printable(strange)} of ${name}, and there is none or only one in its version`)
    const missing = known.find(column => !columns.includes(column))
    if (missing !== undefined) throw foreignArchive(path, `it lacks the column ${missing} of ${name}`)
  }
  const names = tables.map(({ name }) => name)
  const wrong = [...catalogue.keys()].find(name => !names.includes(name)) ?? names.find((name, i) => names.indexOf(name) < i)
  if (wrong !== undefined) throw foreignArchive(path, `it lacks the table ${wrong} or has it twice`)
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}

/**
 * Jobs carry the vendor that they are for, and texts. Which queues there are the queue itself knows when it takes them over.
 * @throws Refused for a job of no vendor in the backup.
 */
export async function checkJobs(client: pg.Client, path: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${restoredJobs.name}
      where jsonb_typeof(data) is distinct from 'object'
         or not exists (select from vendors where vendor_id::text = data->>'vendor')
         or jsonb_path_exists(data, '$.* ? (@.type() != "string")') limit 1`,
  )
  if (rows[0])
    throw foreignArchive(path, `it has a job ${printable(rows[0].name)} that is for none of its vendors, or carries more than texts`)
}

/** What PostgreSQL refuses of a backup's own content, for the operator; anything else as it is. */
export function refusedBy(path: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^(22|23|42|54)/.test(error.code ?? '') || error.code === '42501') return error
  return foreignArchive(path, `PostgreSQL takes no such rows${error.table ? ` of ${error.table}` : ''} (${printable(error.message)})`)
}
