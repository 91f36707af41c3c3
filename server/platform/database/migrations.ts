import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { rebuildOutdatedIndexes } from './collations.ts'

const server = join(import.meta.dirname, '../..')
/** Until November 2026 all functions were in one file of this name. */
const formerFile = 'functions.sql'
const lock = 7_260_114

// Functions that no stored data depends on are in `<feature>/<name>.sql`. Such a file is applied as
// a whole, after the migrations, whenever its text changes: `<file> <version> <hash>` is recorded.
/** Applies missing migrations, each in its own transaction,
 * and returns their names; then rebuilds outdated indexes.
 * @throws NewerDatabase, Error before PostgreSQL 15 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const {
      rows: [server],
    } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    if ((server?.version ?? 0) < 150_000)
      throw new Error(
        `This database is PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)}; Tezgah needs 15 or newer.`,
      )
    // PostgreSQL then aborts the migration and releases the lock when this process is killed.
    // not supported on every operating system
    await client.query("set client_connection_check_interval = '1s'").catch(() => {})
    await client.query('select pg_advisory_lock($1)', [lock])
    const missing = await missingMigrations(client)
    for (const name of missing) {
      await client.query('begin')
      await applyMigrations(client, [name])
      await client.query('commit')
    }
    await rebuildOutdatedIndexes(client)
    return missing
  } finally {
    await client.end() // rolls back and releases the lock
  }
}

/** Prevents migrations until the transaction ends. */
export const lockMigrations = (client: pg.Client) =>
  client.query('select pg_advisory_xact_lock($1)', [lock])

const isMigration = (name: string) => /^\d{4}_.*\.sql$/.test(name)
const fileOf = (record: string) => record.split(' ')[0] as string

/** The names of the applied migrations without the files of functions, in order. */
export const appliedMigrations = async (client: pg.Client): Promise<string[]> =>
  (await recordedMigrations(client)).filter(isMigration)

async function recordedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    "select from pg_tables where schemaname = 'platform' and tablename = 'migrations'",
  )
  if (rows.length === 0) return []
  return (
    await client.query<{ name: string }>('select name from platform.migrations order by name')
  ).rows.map(row => row.name)
}

/** @throws NewerDatabase when this program does not know some of them */
export async function assertNotNewer(applied: string[]): Promise<void> {
  const known = await knownMigrations()
  const unknown = applied.filter(name => !known.includes(name)).sort()
  const isReleased = known.every(name => applied.includes(name))
  if (unknown.length > 0) throw new NewerDatabase(unknown, isReleased)
}

export class NewerDatabase extends Error {
  readonly code = 'NEWER_DATABASE'
  readonly unknown: string[]
  /** `isReleased`: a released version has every migration of those before it. */
  constructor(unknown: string[], isReleased = true) {
    super(
      isReleased
        ? `The database is newer than this program (it has ${unknown.join(', ')}). Start the version of Tezgah that it was last used with, or a newer one.`
        : `The database is of an unreleased version of Tezgah (it has ${unknown[0]}), which has no upgrade. Start that version, or this one with an empty database.`,
    )
    this.unknown = unknown
  }
}

const knownMigrations = async () =>
  (await readdir(join(server, 'migrations'))).filter(isMigration).sort()

/** The files of functions with their version and what is recorded of them. */
async function knownFunctions() {
  const files = (await readdir(server, { recursive: true })).filter(
    file => file.endsWith('.sql') && !file.startsWith('migrations'),
  )
  return Promise.all(
    files.sort().map(async file => {
      const text = await readFile(join(server, file), 'utf8')
      const version = Number(/^-- Version (\d+):/.exec(text)?.[1])
      const hash = createHash('sha256').update(text).digest('hex')
      return { file, version, record: `${file} ${version} ${hash}` }
    }),
  )
}

/** The names of the migrations that are not yet applied, in order. @throws NewerDatabase */
export async function missingMigrations(client: pg.Client): Promise<string[]> {
  const recorded = await recordedMigrations(client)
  await assertNotNewer(recorded.filter(isMigration))
  const functions = await knownFunctions()
  const isNewer = (name: string) => {
    const [file, version] = name.split(' ')
    const known = functions.find(each => each.file === file)
    return !known || Number(version) > known.version
  }
  const newer = recorded.filter(
    name => !isMigration(name) && fileOf(name) !== formerFile && isNewer(name),
  )
  if (newer.length > 0) throw new NewerDatabase(newer)
  const current = functions.map(({ record }) => record)
  return [...(await knownMigrations()), ...current].filter(name => !recorded.includes(name))
}

/** Runs and records migrations in their order, in the
 * caller's transaction. @throws PostgreSQL's error */
export async function applyMigrations(client: pg.Client, names: string[]): Promise<void> {
  await client.query('create schema if not exists platform')
  await client.query(
    'create table if not exists platform.migrations (name text primary key, date_applied timestamptz not null default now())',
  )
  for (const name of names) {
    const file = fileOf(name)
    const path = join(server, isMigration(name) ? 'migrations' : '', file)
    await client.query(await readFile(path, 'utf8'))
    await client.query("delete from platform.migrations where split_part(name, ' ', 1) = any($1)", [
      [file, formerFile],
    ])
    await client.query('insert into platform.migrations (name) values ($1)', [name])
  }
}
