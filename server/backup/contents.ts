import type pg from 'pg'

export type Table = { name: string; columns: string[] }
/** The first entry: what a restore needs before the first row. */
export type Header = {
  format: 1
  version: string
  date: string
  tokenSecret: string
  migrations: string[]
  tables: Table[]
}
/** The last entry: numbers and checksums of everything before it. */
export type Manifest = {
  header: string
  tables: Record<string, { rows: number; sha256: string }>
  files: Record<string, [size: number, sha256: string]>
  /** `<vendor>/<id>` of those removed after the snapshot */
  removed: string[]
  /** keys of those with a row, but missing from the storage */
  lost: string[]
}

export const headerName = 'tezgah.json'
export const manifestName = 'manifest.json'
/** Where a backup of a database before migration 0026 has its jobs, which are its mails. */
export const jobTables = (migrations: string[]): Table[] =>
  migrations.some(name => name >= '0026')
    ? []
    : [{ name: 'platform.restored_jobs', columns: ['id', 'name', 'data', 'failed', 'output'] }]

/** Ends the name of a file while it is written, so that an
 * incomplete one is never taken for a backup. */
export const partialSuffix = '.partial'

export type Contents = {
  vendors: number
  tickets: number
  files: number
  bytes: number
  removed: number
  lost: string[]
}

export function contentsOf({ tables, files, removed, lost }: Manifest): Contents {
  const rows = (name: string) => tables[`public.${name}`]?.rows ?? 0
  const sizes = Object.values(files).map(([size]) => size)
  return {
    vendors: Math.max(0, rows('vendors') - 1), // without the platform's own row
    tickets: rows('tickets'),
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    removed: removed.length,
    lost,
  }
}

/** A number with its noun: `1 file`, `2,000 files`. */
export const count = (number: number, one: string) =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

export function describeContents({ vendors, tickets, files, bytes, lost }: Contents): string {
  const summary = `${count(vendors, 'vendor')}, ${count(tickets, 'ticket')}, ${count(files, 'file')} of ${formatBytes(bytes)}.`
  if (lost.length === 0) return summary
  const some = lost.slice(0, 10).join('\n  ')
  return `${summary}\n\nThe bytes of ${count(lost.length, 'file')} are missing from the storage, and so from the backup; ask the storage's administrator:\n  ${some}${lost.length > 10 ? '\n  …' : ''}`
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power =
    bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${units[power]}`
}

/** The uuid under which a file is stored: its id where the
 * tables are from before migration 0025. */
export const storageIdIn = (tables: Table[]) =>
  tables.some(({ name, columns }) => name === 'public.files' && columns.includes('stored_as'))
    ? 'coalesce(stored_as, id)'
    : 'id'

export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select 'public.' || quote_ident(relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`,
  )
  return rows
}
