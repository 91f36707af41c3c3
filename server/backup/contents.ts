import type pg from 'pg'

/** A table as it is in a backup: where its rows belong, and which columns; a computed column computes itself again. */
export type Table = { name: string; columns: string[] }
/** The first thing in a backup: what is needed before the first row can be put back. */
export type Header = { format: 1; version: string; date: string; tokenSecret: string; migrations: string[]; tables: Table[] }
/** The last thing in a backup: what has to have come before. */
export type Manifest = {
  header: string
  tables: Record<string, { rows: number; sha256: string }>
  files: Record<string, [size: number, sha256: string]>
  /** Files that were removed after the rows had been read: their rows are there, their bytes are not. */
  removed: string[]
  /** Files whose rows are there, and whose bytes were in no storage to be found. */
  lost: string[]
}

export const headerName = 'tezgah.json'
export const manifestName = 'manifest.json'
/** Where the jobs that waited are put back: the queue takes them from there, whatever its own tables look like by then. */
export const restoredJobs: Table = { name: 'platform.restored_jobs', columns: ['id', 'name', 'data', 'failed', 'output'] }

/** Names a file that is being written: what a crash leaves of it is never taken for a backup. */
export const partialSuffix = '.partial'

/** What is in a backup, to be said. */
export type Contents = { vendors: number; tickets: number; files: number; bytes: number; removed: number; lost: string[] }

export function contentsOf({ tables, files, removed, lost }: Manifest): Contents {
  const rows = (name: string) => tables[`public.${name}`]?.rows ?? 0
  const sizes = Object.values(files).map(([size]) => size)
  return {
    vendors: Math.max(0, rows('vendors') - 1), // the platform is one, and nobody's
    tickets: rows('tickets'),
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    removed: removed.length,
    lost,
  }
}

/** The contents in words. */
export function sizeInWords({ vendors, tickets, files, bytes, lost }: Contents): string {
  const count = (number: number, one: string) => `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`
  const what = `${count(vendors, 'vendor')}, ${count(tickets, 'ticket')}, ${count(files, 'file')} of ${inUnits(bytes)}.`
  if (lost.length === 0) return what
  const some = lost.slice(0, 10).join('\n  ')
  return `${what}\n\nOf ${count(lost.length, 'file')} the bytes are not where files are kept, and so not in the backup; ask whoever looks after it:\n  ${some}${lost.length > 10 ? '\n  …' : ''}`
}

/** A number of bytes for people. */
export function inUnits(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${units[power]}`
}

/** The tables of the product, each with its own columns. */
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
