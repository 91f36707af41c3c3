import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  cleanUp,
  createDataDir,
  createEmptyDir,
  postmasterOf,
  queryValue,
  removeSharedDataDir,
  sharedDataDir,
  startOtherProcess,
  waitUntil,
} from '#testing/processes/sandbox.ts'
import { findBinaries } from './binaries.ts'
import { startPostgres } from './postgres.ts'
import { cacheSettings } from './settings.ts'
import { socketFolder } from './socket.ts'

afterEach(cleanUp)
afterAll(removeSharedDataDir)

const root = process.getuid?.() === 0
const unprivileged = { uid: 65534, gid: 65534 }
const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/** Starts the cluster of a data directory, runs one query and stops it. */
async function queryCluster(dir: string, query: string) {
  const postgres = await startPostgres(dir, 'client')
  try {
    return await queryValue(postgres.connection, query)
  } finally {
    await postgres.stop()
  }
}

test('the first start creates the folder and the cluster', async () => {
  expect(await queryCluster(join(createEmptyDir(), 'data', 'demo'), 'select 1')).toBe(1)
})

test('the database belongs to a role that may create roles and is no superuser', async () => {
  const query = `select row_to_json(r) from (select rolname, rolsuper, rolcreaterole, rolbypassrls from pg_roles
    join pg_database on datdba = pg_roles.oid where datname = current_database()) r`
  expect(await queryCluster(await sharedDataDir(), query)).toEqual({
    rolname: 'tezgah',
    rolsuper: false,
    rolcreaterole: true,
    rolbypassrls: false,
  })
})

test('text is UTF-8, and letters outside ASCII have a lower case', async () => {
  expect(
    await queryCluster(
      await sharedDataDir(),
      `select lower('ŞÇĞÖÜ') || current_setting('server_encoding')`,
    ),
  ).toBe('şçğöüUTF8')
})

test('the Turkish and the root collation exist', async () => {
  const query = `select string_agg(collname, ' ' order by collname) from pg_collation where collname in ('tr-x-icu', 'und-x-icu')`
  expect(await queryCluster(await sharedDataDir(), query)).toBe('tr-x-icu und-x-icu')
})

test('PostgreSQL does not listen on the network', async () => {
  expect(
    await queryCluster(await sharedDataDir(), `select current_setting('listen_addresses')`),
  ).toBe('')
})

test('commits are synced to disk', async () => {
  expect(
    await queryCluster(
      await sharedDataDir(),
      `select current_setting('fsync') || current_setting('synchronous_commit')`,
    ),
  ).toBe('onon')
})

test('PostgreSQL’s buffers are an eighth of the memory, from 128 MB to 2 GB', async () => {
  const buffers = (gigabytes: number) => cacheSettings(gigabytes * 2 ** 30).shared_buffers
  expect([0.5, 4, 16, 256].map(buffers)).toEqual(['128MB', '512MB', '2048MB', '2048MB'])
  expect(
    await queryCluster(
      await sharedDataDir(),
      `select pg_size_bytes(current_setting('shared_buffers')) >= pg_size_bytes('128MB')`,
    ),
  ).toBe(true)
})

test('only the owner can enter the folder of the cluster and its socket', async () => {
  const dir = await sharedDataDir()
  expect(statSync(join(dir, 'postgres')).mode & 0o777).toBe(0o700)
})

test('a start succeeds after one that was killed while it created the cluster', async () => {
  const dir = createEmptyDir()
  const killed = startOtherProcess('server', dir)
  await waitUntil(() => readdirSync(dir).some(name => existsSync(join(dir, name, 'PG_VERSION'))))
  await killed.kill()
  expect(await queryCluster(dir, 'select 1')).toBe(1)
})

test('a data directory with a long path has its socket elsewhere', async () => {
  const dir = join(createEmptyDir(), 'a-long-name-'.repeat(10))
  const postgres = await startPostgres(dir, 'client')
  expect(await queryValue(postgres.connection, 'select 1')).toBe(1)
  await postgres.stop()
  rmSync(postgres.connection.host, { recursive: true })
})

test('a data directory with quotes, spaces and commas in its name works', async () => {
  expect(await queryCluster(join(createEmptyDir(), `ş, "k' $x`), 'select 1')).toBe(1)
})

test('a symbolic link to a data directory is the same data directory', async () => {
  const dir = await createDataDir()
  const link = join(createEmptyDir(), 'link')
  symlinkSync(dir, link)
  const server = await startPostgres(dir, 'server')
  await expect(startPostgres(link, 'server')).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await server.stop()
})

test('a socket folder that others can enter is refused', () => {
  const cluster = join(createEmptyDir(), 'a-long-name-'.repeat(10))
  const folder = socketFolder(cluster, me)
  chmodSync(folder, 0o777)
  expect(() => socketFolder(cluster, me)).toThrow(`${folder} is needed for the database's socket`)
  rmSync(folder, { recursive: true })
})

test('a cluster of another PostgreSQL version is refused with both versions', async () => {
  const dir = await createDataDir()
  writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '15\n')
  await expect(startPostgres(dir, 'server')).rejects.toThrow(
    /made by PostgreSQL 15.*brings PostgreSQL 18/,
  )
})

test('a folder with other content is refused and not changed', async () => {
  const dir = createEmptyDir()
  mkdirSync(join(dir, 'postgres'))
  if (root) chownSync(join(dir, 'postgres'), unprivileged.uid, unprivileged.gid)
  writeFileSync(join(dir, 'postgres', 'letter.txt'), 'content')
  await expect(startPostgres(dir, 'server')).rejects.toThrow('not a PostgreSQL cluster')
})

test('a platform without binaries is refused with its name and the alternative', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(/sunos-sparc.*DATABASE_URL/s)
})

const asRoot = test.runIf(root)

asRoot('root starts PostgreSQL as the system user tezgah', async () => {
  const dir = await createDataDir()
  const server = await startPostgres(dir, 'server')
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(
    Number(execFileSync('id', ['-u', 'tezgah'])),
  )
  await server.stop()
})

asRoot('root starts PostgreSQL in a folder that only root can enter', async () => {
  const dir = createEmptyDir()
  chmodSync(dir, 0o700)
  expect(await queryCluster(join(dir, 'data'), 'select 1')).toBe(1)
})

asRoot('root runs the cluster of an ordinary user as that user', async () => {
  const dir = await createDataDir()
  execFileSync('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, dir])
  const server = await startPostgres(dir, 'server')
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(unprivileged.uid)
  await server.stop()
})

asRoot(
  'a cluster that belongs to root is refused with the command that changes its owner',
  async () => {
    const dir = await createDataDir()
    execFileSync('chown', ['-R', 'root', dir])
    await expect(startPostgres(dir, 'server')).rejects.toThrow(/chown -R tezgah/)
  },
)

asRoot('a socket folder of another user is refused', () => {
  const cluster = join(createEmptyDir(), 'a-long-name-'.repeat(10))
  const folder = socketFolder(cluster, unprivileged)
  expect(() => socketFolder(cluster, { uid: 12345, gid: 12345 })).toThrow('belongs to another user')
  rmSync(folder, { recursive: true })
})

// Skipped in a clone that only root can read.
const asUnprivileged = test.runIf(
  root && spawnSync('cat', [import.meta.filename], unprivileged).status === 0,
)

asUnprivileged('an ordinary user runs PostgreSQL as that user', async () => {
  const dir = createEmptyDir()
  chownSync(dir, unprivileged.uid, unprivileged.gid)
  const server = startOtherProcess('server', dir, unprivileged)
  await server.up()
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(unprivileged.uid)
})

asUnprivileged("an ordinary user is refused another user's cluster", async () => {
  await expect(
    startOtherProcess('server', await createDataDir(), unprivileged).up(),
  ).rejects.toThrow('belongs to another user')
})
