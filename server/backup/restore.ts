import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import {
  applyMigrations,
  assertNotNewer,
  lockMigrations,
  missingMigrations,
  NewerDatabase,
} from '#platform/database/migrations.ts'
import { isKey } from '#platform/storage/rules.ts'
import { type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import {
  checkSeal,
  hashed,
  printable,
  RefusedBackup,
  readArchive,
  type Section,
} from './archive.ts'
import {
  asRefusal,
  checkTables,
  invalidBackup,
  maxHeaderBytes,
  maxManifestBytes,
  maxPartBytes,
  readHeader,
  readManifest,
} from './checks.ts'
import {
  type Contents,
  contentsOf,
  type Header,
  headerName,
  jobTables,
  type Manifest,
  manifestName,
  storageIdIn,
  type Table,
  tablesIn,
} from './contents.ts'

export type RestoreTarget = {
  connection: pg.ClientConfig
  storage: Storage
  keepSecret: (secret: string) => unknown
}
export type Backup = { path: string; header: Header }

/** @throws RefusedBackup for a file that is no backup, is
 * truncated or altered, or was made by a newer version */
export async function openBackup(path: string): Promise<Backup> {
  await checkSeal(path).catch(error => {
    throw unreadable(path, error)
  })
  for await (const { name, size, bytes } of readArchive(path)) {
    if (name !== headerName) break
    if (size > maxHeaderBytes) throw invalidBackup(path, `its header has ${size} bytes`)
    const header = readHeader(path, await text(bytes))
    await assertNotNewer(header.migrations).catch(error => {
      if (!(error instanceof NewerDatabase)) throw error
      throw new RefusedBackup(
        `${path} was made by a newer version of Tezgah (${header.version}, with ${error.unknown.join(', ')}). Restore it with that one.`,
      )
    })
    return { path, header }
  }
  throw new RefusedBackup(`${path} is not a backup of Tezgah.`)
}

function unreadable(path: string, error: unknown) {
  const { code = '' } = error as { code?: string }
  const reasons: Record<string, string> = {
    ENOENT: 'it is not there',
    EISDIR: 'it is a folder',
    EACCES: 'you may not read it',
  }
  return reasons[code] ? new RefusedBackup(`${path} cannot be read: ${reasons[code]}.`) : error
}

// Rows are restored in one transaction, at the backup's migrations
// and then at this version's, and files before its commit.
/** Restores a backup into an empty installation, which is empty
 * again after any error. @throws RefusedBackup with the reason */
export async function restore(
  { path, header }: Backup,
  { connection, storage, keepSecret }: RestoreTarget,
  signal?: AbortSignal,
): Promise<Contents> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the running query rejects
  await client.connect()
  const existing = new Set<string>()
  const stored: string[] = []
  try {
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'",
    )
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
    await refuseInUse(client)
    await client.query('begin')
    await lockMigrations(client)
    await refuseNotEmpty(client)
    for await (const { key } of storage.keys()) existing.add(key)
    await createTables(client, header)
    const manifest = await fill(client, storage, { path, header }, stored, signal)
    const foreign = existing.difference(new Set(stored)).size
    if (foreign > 0)
      throw new RefusedBackup(
        `The storage has files that are not of this backup (${foreign}), so it is not empty. Nothing was restored.`,
      )
    await applyMigrations(client, await missingMigrations(client))
    keepSecret(header.tokenSecret)
    await client.query('commit')
    await client.query('analyze')
    return contentsOf(manifest)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    for (const key of stored) if (!existing.has(key)) await storage.remove(key).catch(() => {})
    if (signal?.aborted) throw signal.reason
    if (error instanceof StorageUnavailable)
      throw new RefusedBackup(
        `The files cannot be written to the storage, so nothing was restored: ${error.message}`,
      )
    throw asRefusal(path, error)
  } finally {
    await client.end()
  }
}

async function refuseInUse(client: pg.Client) {
  for (const end = Date.now() + 3_000; ; await pause(100)) {
    const { rows } = await client.query<{ others: number }>(
      // Of other users' connections the owner sees only the
      // user name; PostgreSQL's own processes have none.
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and usename is not null and pid <> pg_backend_pid()`,
    )
    if (rows[0]?.others === 0) return
    if (Date.now() > end)
      throw new RefusedBackup(
        `This database is in use (connections: ${rows[0]?.others}). Stop every server on it, connect to PostgreSQL itself and not through a pooler, and run this again.`,
      )
  }
}

/** Empty means without vendors, users and files; a server may have been started before. */
async function refuseNotEmpty(client: pg.Client) {
  const tables = await tablesIn(client)
  const foreign = tables
    .filter(({ columns }) => !columns.includes('vendor_id'))
    .map(({ name }) => name)
  if (foreign.length > 0)
    throw new RefusedBackup(
      `This database has tables that are not Tezgah's (${foreign.join(', ')}). Restore into a database of its own.`,
    )
  for (const { name } of tables) {
    if (!['public.vendors', 'public.users', 'public.files'].includes(name)) continue
    const { rows } = await client.query(
      `select from ${name} where vendor_id <> '00000000-0000-0000-0000-000000000000' limit 1`,
    )
    if (rows.length > 0)
      throw new RefusedBackup(
        'There is data here already: a backup is restored into an empty installation only. Set another DATA_DIR or DATABASE_URL.',
      )
  }
}

async function createTables(client: pg.Client, { migrations }: Header) {
  const { rows } = await client.query("select from pg_namespace where nspname = 'platform'")
  if (rows.length > 0) {
    await client.query(
      'drop schema if exists pgboss cascade; drop schema platform cascade; drop schema public cascade',
    )
    await client.query(
      'create schema public authorization pg_database_owner; grant usage on schema public to public',
    )
  }
  await applyMigrations(client, migrations)
  for (const { name } of jobTables(migrations))
    await client.query(
      `create table ${name} (id uuid, name text not null, data jsonb, failed boolean not null, output jsonb, primary key (name, id))`,
    )
}

type Checksums = Pick<Manifest, 'header' | 'tables' | 'files'>
type ForeignKey = {
  table: string
  name: string
  definition: string
  ofFile: boolean
  columns: string[]
}

async function fill(
  client: pg.Client,
  storage: Storage,
  { path, header }: Backup,
  stored: string[],
  signal?: AbortSignal,
): Promise<Manifest> {
  const tables = await tablesIn(client)
  const storageId = storageIdIn(tables)
  const columnsOf = await checkTables(client, path, header)
  // Tables come in no order of their references; and not even the
  // owner may COPY into a table with forced row-level security.
  const keys = await foreignKeys(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables)
    await client.query(`alter table ${name} no force row level security, disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name)}`)

  const actual: Checksums = { header: '', tables: {}, files: {} }
  const seen = new Set<string>()
  let manifest: Manifest | undefined
  for await (const section of readArchive(path, maxPartBytes)) {
    signal?.throwIfAborted()
    checkSection(path, section, seen, actual.tables['public.files']?.rows ?? 0)
    const hash = createHash('sha256')
    const bytes = hashed(section.bytes, hash)
    if (section.name === headerName) {
      await text(bytes)
      actual.header = hash.digest('hex')
    } else if (section.name === manifestName) {
      manifest = readManifest(path, await text(bytes))
    } else if (section.name.startsWith('tables/')) {
      const name = section.name.slice('tables/'.length)
      const columns = columnsOf.get(name)
      if (!columns)
        throw invalidBackup(
          path,
          `it has rows of ${printable(name)}, and there is no such table in its version`,
        )
      const rows = await copyInto(client, { name, columns }, bytes)
      actual.tables[name] = { rows, sha256: hash.digest('hex') }
    } else {
      const key = section.name.slice('files/'.length)
      const type = await checkFile(client, storageId, key, section.size)
      stored.push(key)
      await storage.put(key, Readable.from(bytes, { objectMode: false }), section.size, {
        type,
        ...(signal && { signal }),
      })
      actual.files[key] = [section.size, hash.digest('hex')]
    }
  }
  if (!manifest) throw new RefusedBackup(`${path} ends before its manifest. Nothing was restored.`)
  // an empty table has no parts
  for (const { name } of header.tables)
    actual.tables[name] ??= { rows: 0, sha256: createHash('sha256').digest('hex') }
  const wrong = difference(actual, manifest)
  if (wrong)
    throw new RefusedBackup(`${path} does not match its manifest (${wrong}). Nothing was restored.`)

  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  await deleteRemovedFiles(client, keys, manifest.removed)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${name} force row level security`)
  return manifest
}

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
            confrelid = 'public.files'::regclass as "ofFile",
            array(select quote_ident(attname) from unnest(conkey) with ordinality as k(number, i)
                    join pg_attribute on attrelid = conrelid and attnum = k.number order by i) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  return rows
}

/** @throws RefusedBackup for an unknown or repeated section,
 * one after the manifest, and a manifest that is too large */
function checkSection(path: string, { name, size }: Section, seen: Set<string>, files: number) {
  const wrong = (why: string) => invalidBackup(path, `${printable(name)} ${why}`)
  if (seen.has(manifestName)) throw wrong('comes after the manifest')
  if (seen.has(name)) throw wrong('is in it twice')
  seen.add(name)
  if (name === manifestName && size > maxManifestBytes(files)) throw wrong(`has ${size} bytes`)
  const isFile = name.startsWith('files/') && isKey(name.slice('files/'.length))
  if (![headerName, manifestName].includes(name) && !name.startsWith('tables/') && !isFile)
    throw wrong('is no name of anything in a backup')
}

/** `checkTables` has verified that the names are the catalogue's own, quoted. */
async function copyInto(
  client: pg.Client,
  { name, columns }: Table,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const rows = client.query(from(`copy ${name} (${columns}) from stdin`))
  await pipeline(Readable.from(bytes, { objectMode: false }), rows as Writable)
  return rows.rowCount
}

/** Returns the type of a file. @throws RefusedBackup without
 * a row of it, or with more bytes than the row says */
async function checkFile(
  client: pg.Client,
  storageId: string,
  key: string,
  size: number,
): Promise<string> {
  const { rows } = await client.query<{ type: string; size: string }>(
    `select file_type as type, file_size as size from files where vendor_id = $1 and ${storageId} = $2`,
    key.split('/'),
  )
  const [row] = rows
  if (!row) throw new RefusedBackup(`The backup has the bytes of a file, ${key}, without a row.`)
  if (size > Number(row.size))
    throw new RefusedBackup(
      `The backup has ${size} bytes of a file, ${key}, for which its row says ${row.size}.`,
    )
  return row.type
}

async function deleteRemovedFiles(client: pg.Client, keys: ForeignKey[], removed: string[]) {
  const ids = removed.map(key => key.split('/'))
  const deleteFrom = (table: string, columns: string[]) =>
    client.query(
      `delete from ${table} where (${columns}) in (select * from unnest($1::uuid[], $2::uuid[]))`,
      [ids.map(([vendor]) => vendor), ids.map(([, file]) => file)],
    )
  for (const { table, columns, ofFile } of keys) if (ofFile) await deleteFrom(table, columns)
  await deleteFrom('public.files', ['vendor_id', 'id'])
}

function* checksumLines({ header, tables, files }: Checksums) {
  yield `header ${header}`
  for (const [name, { rows, sha256 }] of Object.entries(tables)) yield `${name} ${rows} ${sha256}`
  for (const [key, [size, sha256]] of Object.entries(files)) yield `file ${key} ${size} ${sha256}`
}

function difference(left: Checksums, right: Checksums): string | undefined {
  const rest = new Set(checksumLines(left))
  for (const line of checksumLines(right)) if (!rest.delete(line)) return line
  return [...rest][0]
}
