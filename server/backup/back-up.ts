import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { appliedMigrations, assertNotNewer } from '#platform/database/migrations.ts'
import { syncFolder } from '#platform/storage/disk.ts'
import { type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import { version } from '#platform/version.ts'
import { type AddEntry, RefusedBackup, writeArchive } from './archive.ts'
import {
  type Contents,
  contentsOf,
  type Header,
  headerName,
  jobTables,
  type Manifest,
  manifestName,
  partialSuffix,
  storageIdIn,
  type Table,
  tablesIn,
} from './contents.ts'

export type BackupSource = { connection: pg.ClientConfig; storage: Storage; tokenSecret: string }

// The rows are of one snapshot; the bytes of their files
// never change. The file gets its name once it is complete.
/** Makes a backup beside a running server or alone. @throws RefusedBackup with the reason */
export async function backUp(
  path: string,
  source: BackupSource,
  signal?: AbortSignal,
): Promise<Contents> {
  if (existsSync(path))
    throw new RefusedBackup(`${path} exists already. Choose another name, or move it away.`)
  const draft = `${path}.${process.pid}${partialSuffix}`
  let contents: Contents | undefined
  try {
    await writeArchive(
      draft,
      async add => {
        contents = contentsOf(await fill(add, source))
      },
      signal,
    )
    await rename(draft, path)
    await syncFolder(dirname(path))
    return contents as Contents
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw signal?.aborted ? signal.reason : writeError(path, error)
  }
}

function writeError(path: string, error: unknown) {
  if (error instanceof StorageUnavailable)
    return new RefusedBackup(`The files cannot be read, so there is no backup: ${error.message}`)
  const { code = '' } = error as { code?: string }
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full, for this user',
    EFBIG: 'the file would exceed the size limit',
    EROFS: 'the disk is read-only',
    EACCES: `${dirname(path)} may not be written to`,
    EPERM: `${dirname(path)} may not be written to`,
    ENOENT: `there is no folder ${dirname(path)}`,
    ENOTDIR: `${dirname(path)} is no folder`,
    ENAMETOOLONG: `the name ${basename(path).slice(0, 20)}… is too long`,
  }
  const { syscall } = error as { syscall?: string }
  return syscall && reasons[code]
    ? new RefusedBackup(`${path} cannot be written: ${reasons[code]}. No file is left.`)
    : error
}

async function fill(add: AddEntry, source: BackupSource): Promise<Manifest> {
  const manifest: Manifest = { header: '', tables: {}, files: {}, removed: [], lost: [] }
  const client = new pg.Client(source.connection)
  client.on('error', () => {}) // the running query rejects
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // `local`, as a pooler gives the connection to other clients after the transaction.
    await client.query(
      "set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'",
    )
    const tables = await addRows(add, client, source.tokenSecret, manifest)
    const stored = await storedFiles(client, tables)
    await client.query('commit')
    await addFiles(add, client, source.storage, stored, manifest)
  } finally {
    await client.end()
  }
  await addJson(add, manifestName, manifest)
  return manifest
}

async function addRows(add: AddEntry, client: pg.Client, tokenSecret: string, manifest: Manifest) {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0)
    throw new RefusedBackup(
      'There is nothing to back up: this database is not one of Tezgah, or has never been started.',
    )
  await assertNotNewer(migrations)
  // others are not Tezgah's
  const tables = (await tablesIn(client)).filter(({ columns }) => columns.includes('vendor_id'))
  const jobs = jobTables(migrations)
  const header: Header = {
    format: 1,
    version,
    date: new Date().toISOString(),
    tokenSecret,
    migrations,
    tables: [...tables, ...jobs],
  }
  manifest.header = await addJson(add, headerName, header)
  for (const { name, columns } of tables)
    await addTable(add, client, name, `select ${columns} from ${name}`, manifest)
  for (const { name } of jobs)
    await addTable(add, client, name, await pendingJobs(client), manifest)
  return tables
}

async function pendingJobs(client: pg.Client) {
  const { rows } = await client.query(
    "select from pg_tables where schemaname = 'pgboss' and tablename = 'job'",
  )
  if (rows.length === 0) return 'select null, null, null, null, null where false'
  return "select id, name, data, state = 'failed', output from pgboss.job where state in ('created', 'retry', 'active', 'failed')"
}

async function addTable(
  add: AddEntry,
  client: pg.Client,
  name: string,
  query: string,
  manifest: Manifest,
) {
  const rows = client.query(to(`copy (${query}) to stdout`))
  const { sha256 } = await add(`tables/${name}`, rows)
  manifest.tables[name] = { rows: rows.rowCount, sha256 }
}

type StoredFile = { vendorId: string; id: string; key: string }

async function storedFiles(client: pg.Client, tables: Table[]): Promise<StoredFile[]> {
  const { rows } = await client.query<StoredFile>(
    `select vendor_id as "vendorId", id, vendor_id || '/' || ${storageIdIn(tables)} as key from files
      where date_stored is not null order by vendor_id, id`,
  )
  return rows
}

async function addFiles(
  add: AddEntry,
  client: pg.Client,
  storage: Storage,
  stored: StoredFile[],
  manifest: Manifest,
) {
  for (const { vendorId, id, key } of stored) {
    const file = await storage.get(key)
    if (file) {
      const { size, sha256 } = await add(`files/${key}`, file.bytes, file.size)
      manifest.files[key] = [size, sha256]
    } else {
      // A removal deletes the row before the bytes: with its row still there, the file was lost.
      const { rows } = await client.query('select from files where vendor_id = $1 and id = $2', [
        vendorId,
        id,
      ])
      if (rows.length > 0) manifest.lost.push(key)
      else manifest.removed.push(`${vendorId}/${id}`)
    }
  }
}

async function addJson(add: AddEntry, name: string, value: object) {
  const bytes = Buffer.from(JSON.stringify(value))
  const { sha256 } = await add(name, [bytes], bytes.length)
  return sha256
}
