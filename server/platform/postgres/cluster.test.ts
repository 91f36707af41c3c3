import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { another, ask, dataDir, emptyDir, firstDir, postmasterOf, tidy, tidyAll, until } from '#testing/sandbox.ts'
import { findBinaries } from './binaries.ts'
import { startPostgres } from './postgres.ts'
import { cachesFor } from './settings.ts'
import { socketFolder } from './socket.ts'

afterEach(tidy)
afterAll(tidyAll)

const root = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/** Starts it in a data dir, asks one question, stops it. */
async function answerOf(dir: string, question: string) {
  const postgres = await startPostgres(dir, 'guest')
  try {
    return await ask(postgres.connection, question)
  } finally {
    await postgres.stop()
  }
}

test('a new cluster is made on the first start, in a folder that was not there', async () => {
  expect(await answerOf(join(emptyDir(), 'data', 'demo'), 'select 1')).toBe(1)
})

test('the database belongs to a role that may make roles and is no superuser', async () => {
  const question = `select row_to_json(r) from (select rolname, rolsuper, rolcreaterole, rolbypassrls from pg_roles
    join pg_database on datdba = pg_roles.oid where datname = current_database()) r`
  expect(await answerOf(await firstDir(), question)).toEqual({
    rolname: 'tezgah',
    rolsuper: false,
    rolcreaterole: true,
    rolbypassrls: false,
  })
})

test('text is UTF-8 and letters beyond ASCII have a lower case', async () => {
  expect(await answerOf(await firstDir(), `select lower('ŞÇĞÖÜ') || current_setting('server_encoding')`)).toBe('şçğöüUTF8')
})

test('the collations that sort as Turkish and as everybody are there', async () => {
  const question = `select string_agg(collname, ' ' order by collname) from pg_collation where collname in ('tr-x-icu', 'und-x-icu')`
  expect(await answerOf(await firstDir(), question)).toBe('tr-x-icu und-x-icu')
})

test('nothing listens on the network', async () => {
  expect(await answerOf(await firstDir(), `select current_setting('listen_addresses')`)).toBe('')
})

test('what is committed is on disk', async () => {
  expect(await answerOf(await firstDir(), `select current_setting('fsync') || current_setting('synchronous_commit')`)).toBe('onon')
})

test('PostgreSQL keeps an eighth of the memory there is, from 128 MB to 2 GB', async () => {
  const buffers = (gigabytes: number) => cachesFor(gigabytes * 2 ** 30).shared_buffers
  expect([0.5, 4, 16, 256].map(buffers)).toEqual(['128MB', '512MB', '2048MB', '2048MB'])
  expect(await answerOf(await firstDir(), `select pg_size_bytes(current_setting('shared_buffers')) >= pg_size_bytes('128MB')`)).toBe(true)
})

test('only its owner may enter the cluster, where the socket is', async () => {
  const dir = await firstDir()
  expect(statSync(join(dir, 'postgres')).mode & 0o777).toBe(0o700)
})

test('a start that was killed while it made the cluster does not hinder the next', async () => {
  const dir = emptyDir()
  const killed = another('server', dir)
  await until(() => readdirSync(dir).some(name => existsSync(join(dir, name, 'PG_VERSION'))))
  await killed.kill()
  expect(await answerOf(dir, 'select 1')).toBe(1)
})

test('a data dir with a long path has its socket elsewhere', async () => {
  const dir = join(emptyDir(), 'a-long-name-'.repeat(10))
  const postgres = await startPostgres(dir, 'guest')
  expect(await ask(postgres.connection, 'select 1')).toBe(1)
  await postgres.stop()
  rmSync(postgres.connection.host, { recursive: true })
})

test('a data dir with quotes, spaces and commas in its name works', async () => {
  expect(await answerOf(join(emptyDir(), `ş, "k' $x`), 'select 1')).toBe(1)
})

test('a data dir behind a symbolic link is the same data dir', async () => {
  const dir = await dataDir()
  const link = join(emptyDir(), 'link')
  symlinkSync(dir, link)
  const server = await startPostgres(dir, 'server')
  await expect(startPostgres(link, 'server')).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await server.stop()
})

test('a socket folder that others can enter is refused', () => {
  const cluster = join(emptyDir(), 'a-long-name-'.repeat(10))
  const folder = socketFolder(cluster, me)
  chmodSync(folder, 0o777)
  expect(() => socketFolder(cluster, me)).toThrow(`${folder} is needed for the database's socket`)
  rmSync(folder, { recursive: true })
})

test('a cluster of another PostgreSQL version is refused, with both versions named', async () => {
  const dir = await dataDir()
  writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '15\n')
  await expect(startPostgres(dir, 'server')).rejects.toThrow(/made by PostgreSQL 15.*brings PostgreSQL 18/)
})

test('a folder with something else in it is refused and left alone', async () => {
  const dir = emptyDir()
  mkdirSync(join(dir, 'postgres'))
  if (root) chownSync(join(dir, 'postgres'), nobody.uid, nobody.gid)
  writeFileSync(join(dir, 'postgres', 'letter.txt'), 'dear')
  await expect(startPostgres(dir, 'server')).rejects.toThrow('not a PostgreSQL cluster')
})

test('a machine without binaries is told its platform and the way out', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(/sunos-sparc.*DATABASE_URL/s)
})

const asRoot = test.runIf(root)

asRoot('root starts it as the system user tezgah', async () => {
  const dir = await dataDir()
  const server = await startPostgres(dir, 'server')
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(Number(execFileSync('id', ['-u', 'tezgah'])))
  await server.stop()
})

asRoot('root starts it in a folder that only root may enter', async () => {
  const dir = emptyDir()
  chmodSync(dir, 0o700)
  expect(await answerOf(join(dir, 'data'), 'select 1')).toBe(1)
})

asRoot('root runs the cluster that an ordinary user made as that user', async () => {
  const dir = await dataDir()
  execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dir])
  const server = await startPostgres(dir, 'server')
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(nobody.uid)
  await server.stop()
})

asRoot('a cluster that belongs to root is refused with the command that helps', async () => {
  const dir = await dataDir()
  execFileSync('chown', ['-R', 'root', dir])
  await expect(startPostgres(dir, 'server')).rejects.toThrow(/chown -R tezgah/)
})

asRoot('a socket folder that somebody else put there is refused', () => {
  const cluster = join(emptyDir(), 'a-long-name-'.repeat(10))
  const folder = socketFolder(cluster, nobody)
  expect(() => socketFolder(cluster, { uid: 12345, gid: 12345 })).toThrow('belongs to somebody else')
  rmSync(folder, { recursive: true })
})

// A clone that only root can read cannot be run by anybody else.
const asNobody = test.runIf(root && spawnSync('cat', [import.meta.filename], nobody).status === 0)

asNobody('an ordinary user runs it as themselves', async () => {
  const dir = emptyDir()
  chownSync(dir, nobody.uid, nobody.gid)
  const server = another('server', dir, nobody)
  await server.up()
  expect(statSync(`/proc/${postmasterOf(dir)}`).uid).toBe(nobody.uid)
})

asNobody("an ordinary user is refused another user's cluster", async () => {
  await expect(another('server', await dataDir(), nobody).up()).rejects.toThrow('belongs to another user')
})
