import pg from 'pg'
import * as z from 'zod/mini'
import { isKey } from '#platform/storage/rules.ts'
import { printable, RefusedBackup } from './archive.ts'
import { type Header, jobTables, type Manifest, tablesIn } from './contents.ts'

// The seal detects damage, not forgery: content is validated before
// it becomes SQL, a path or a line on a terminal (record 0009).

const mebibyte = 1024 ** 2
/** A part of a table is a mebibyte and the rest of its last row. */
export const maxHeaderBytes = mebibyte
export const maxPartBytes = 64 * mebibyte
export const maxManifestBytes = (files: number) => mebibyte + 256 * files

const headerSchema = z.object({
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
const manifestSchema = z.object({
  header: z.string(),
  tables: z.record(z.string(), z.object({ rows: count, sha256: z.string() })),
  files: z.record(key, z.tuple([count, z.string()])),
  removed: z.array(key),
  lost: z.array(key),
})

/** @throws RefusedBackup for a header of a newer format, or one that no version writes */
export function readHeader(path: string, text: string): Header {
  const { format, version } = (parseJson(path, text) ?? {}) as {
    format?: unknown
    version?: unknown
  }
  if (Number.isInteger(format) && Number(format) > 1)
    throw new RefusedBackup(
      `${path} was made by a newer version of Tezgah (${printable(version).slice(1, -1)}). Restore it with that one.`,
    )
  return validated(path, 'header', headerSchema, parseJson(path, text))
}

export const readManifest = (path: string, text: string): Manifest =>
  validated(path, 'manifest', manifestSchema, parseJson(path, text)) as Manifest

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBackup(path, 'JSON is expected')
  }
}

function validated<T extends z.ZodMiniType>(
  path: string,
  part: string,
  schema: T,
  value: unknown,
): z.output<T> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const places = result.error.issues.map(issue => issue.path.map(String).join('.'))
  throw invalidBackup(path, `its ${part} has an unexpected value at ${printable(places[0])}`)
}

export const invalidBackup = (path: string, why: string) =>
  new RefusedBackup(`${path} is not a valid backup: ${why}. Nothing was restored.`)

/** Call after the backup's migrations. @throws RefusedBackup unless
 * it has the tables and columns of its version, each once */
export async function checkTables(
  client: pg.Client,
  path: string,
  { migrations, tables }: Header,
): Promise<Map<string, string[]>> {
  const catalogue = new Map(
    [...(await tablesIn(client)), ...jobTables(migrations)].map(({ name, columns }) => [
      name,
      columns,
    ]),
  )
  for (const { name, columns } of tables) {
    const known = catalogue.get(name)
    if (!known)
      throw invalidBackup(
        path,
        `it has a table ${printable(name)}, and there is none in its version`,
      )
    const strange =
      columns.find(column => !known.includes(column)) ??
      columns.find((column, i) => columns.indexOf(column) < i)
    if (strange !== undefined)
      throw invalidBackup(
        path,
        `it has a column ${printable(strange)} of ${name}, and there is none or only one in its version`,
      )
    const missing = known.find(column => !columns.includes(column))
    if (missing !== undefined)
      throw invalidBackup(path, `it lacks the column ${missing} of ${name}`)
  }
  const names = tables.map(({ name }) => name)
  const wrong =
    [...catalogue.keys()].find(name => !names.includes(name)) ??
    names.find((name, i) => names.indexOf(name) < i)
  if (wrong !== undefined) throw invalidBackup(path, `it lacks the table ${wrong} or has it twice`)
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}

export function asRefusal(path: string, error: unknown): unknown {
  if (
    !(error instanceof pg.DatabaseError) ||
    !/^(22|23|42|54)/.test(error.code ?? '') ||
    error.code === '42501'
  )
    return error
  return invalidBackup(
    path,
    `PostgreSQL refuses its rows${error.table ? ` of ${error.table}` : ''} (${printable(error.message)})`,
  )
}
