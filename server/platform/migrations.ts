import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, '../migrations')
/** Any number does, as long as every copy of the program takes the same. */
const lock = 7_260_114

/**
 * Brings a database up to this program, as its owner: each file of `server/migrations` once, in order, each in a transaction.
 * Copies that start at once wait for each other. Returns the names of those it applied.
 * @throws when the database is newer than the program, is older than PostgreSQL 15, or was migrated by other files.
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query that meets the trouble says so
  await client.connect()
  try {
    const {
      rows: [server],
    } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    if ((server?.version ?? 0) < 150_000)
      throw new Error(`This database is PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)}; Tezgah needs 15 or newer.`)
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('create schema if not exists platform')
    await client.query(
      'create table if not exists platform.migrations (name text primary key, date_applied timestamptz not null default now())',
    )
    const applied = new Set((await client.query<{ name: string }>('select name from platform.migrations')).rows.map(row => row.name))
    const known = (await readdir(folder)).filter(name => /^\d{4}_.*\.sql$/.test(name)).sort()
    const unknown = [...applied].filter(name => !known.includes(name)).sort()
    if (unknown.length > 0) {
      throw new Error(
        `The database is newer than this program (it has ${unknown.join(', ')}). Start the version of Tezgah that it was last used with, or a newer one.`,
      )
    }
    const missing = known.filter(name => !applied.has(name))
    for (const name of missing) {
      await client.query('begin')
      await client.query(await readFile(join(folder, name), 'utf8'))
      await client.query('insert into platform.migrations (name) values ($1)', [name])
      await client.query('commit')
    }
    return missing
  } finally {
    await client.end() // and with it what was not committed, and the lock
  }
}
