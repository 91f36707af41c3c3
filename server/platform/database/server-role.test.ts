import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { socketUrl } from '#testing/servers/pooler.ts'
import { openDatabase, platformVendor } from './database.ts'
import { migrate } from './migrations.ts'
import { prepareConnectionTarget } from './server-role.ts'

// Roles belong to the whole cluster: these tests change them in one of their own.

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'client')
const { connection } = postgres
await migrate(connection)
const jobs = await openJobs(connection, [], console.error)
const superuser = new pg.Client({ ...postgres.superuser, database: connection.database })
await superuser.connect()
afterAll(async () => {
  await superuser.end()
  await jobs.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const login = 'tezgah_login_tezgah'
const opens = async (owner: pg.ClientConfig) => {
  const database = await openDatabase(await prepareConnectionTarget(owner), jobs, { size: 1 })
  await database.check()
  await database.close()
}
const refused = async (owner: pg.ClientConfig, reason: RegExp) => {
  const opening = opens(owner)
  await expect(opening).rejects.toThrow(reason)
  await expect(opening).rejects.toThrow(ConfigError)
}

test('instances that start together share one login', async () => {
  const targets = await Promise.all(
    Array.from({ length: 5 }, () => prepareConnectionTarget(connection)),
  )
  expect(
    new Set(targets.map(({ connection }) => `${connection.user} ${connection.password}`)).size,
  ).toBe(1)
  expect((await superuser.query('select name from platform.logins')).rows).toEqual([
    { name: login },
  ])
  await opens(connection)
})

test('the login replaces the user of DATABASE_URL, also in a URL without a host or a database', async () => {
  const url = socketUrl(connection)
  const withoutDatabase = url.replace('/tezgah?', '?') // which then defaults to the user's name
  for (const connectionString of [
    url,
    withoutDatabase,
    `${url.replace('tezgah@localhost:5432', '')}&user=tezgah`,
    url.replace('tezgah@', 'tezgah:parola@'),
  ])
    await opens({ connectionString })
})

test('a second start changes nothing, so the owner may have lost the right to create roles', async () => {
  await superuser.query('alter role tezgah nocreaterole')
  onTestFinished(async () => void (await superuser.query('alter role tezgah createrole')))
  await opens(connection)
})

test('an owner without the right to create the login gets an error with the statements to run', async () => {
  await superuser.query('create database other owner tezgah')
  const other = { ...connection, database: 'other' }
  await migrate(other)
  await superuser.query('alter role tezgah nocreaterole')
  await refused(
    other,
    /may not prepare the login of the requests: permission denied.*\n {2}alter role "tezgah" createrole; grant tezgah_server to/,
  )
  await superuser.query('alter role tezgah createrole')
  await opens(other)
})

// Security: P12
test('a login that can become another role is refused', async () => {
  await opens(connection)
  await superuser.query(`grant pg_monitor to ${login}`)
  await refused(connection, new RegExp(`"${login}" of the requests can become "pg_`))
  await superuser.query(`revoke pg_monitor from ${login}`)
  await superuser.query('grant tezgah_jobs to tezgah_server')
  await refused(connection, /"tezgah_jobs" is a superuser, an owner of tables/)
  await superuser.query('revoke tezgah_jobs from tezgah_server')
  await opens(connection)
})

test('a login that owns something or may create roles is refused', async () => {
  await superuser.query(`alter role ${login} createrole`)
  await refused(connection, new RegExp(`"${login}" is a superuser, an owner of tables or may`))
  await superuser.query(
    `alter role ${login} nocreaterole; create function own() returns int language sql return 1; alter function own owner to ${login}`,
  )
  await refused(connection, new RegExp(`"${login}" is a superuser, an owner of tables or may`))
  await superuser.query('drop function own')
  await opens(connection)
})

test('a database without the stored password, such as a restored one, gives the login a new one', async () => {
  await requirePasswords()
  const owner = { ...connection, password: 'sahibin parolası' }
  await opens(owner)
  await superuser.query('delete from platform.logins')
  await opens(owner)
})

// Security: P12
test('a start repairs what a request changed of its own login for later connections: its password and its settings', async () => {
  await requirePasswords()
  const owner = { ...connection, password: 'sahibin parolası' }
  const target = await prepareConnectionTarget(owner)
  const settings = async () =>
    (
      await superuser.query(
        'select setdatabase, setconfig from pg_db_role_setting where setrole = $1::regrole',
        [login],
      )
    ).rows
  const before = await settings()
  const injected = new pg.Client(target.connection)
  await injected.connect()
  await injected.query('set role none')
  for (const change of [
    "alter role current_user password 'çalındı'",
    'alter role current_user set default_transaction_read_only = on',
    `alter role current_user in database ${connection.database} set statement_timeout = '1ms'`,
  ])
    await injected.query(change)
  await injected.end()
  await opens(owner)
  expect(await settings()).toEqual(before)
})

test('a request writes although its login has the default to only read', async () => {
  const target = await prepareConnectionTarget(connection)
  await superuser.query(`alter role ${login} set default_transaction_read_only = on`)
  const database = await openDatabase(target, jobs, { size: 1 })
  const company = { id: '33333333-3333-4333-8333-333333333333', name: 'Yazan' }
  await database.inVendor(platformVendor, db =>
    db.insertInto('companies').values(company).execute(),
  )
  await database.close()
  await opens(connection)
})

/** For the duration of a test, PostgreSQL requires passwords from all roles but the superuser. */
async function requirePasswords() {
  await superuser.query(
    "alter role tezgah password 'sahibin parolası'; alter role tezgah_login_tezgah password null; delete from platform.logins",
  )
  const trusting = 'local all all trust\n'
  const reload = async (rules: string) => {
    await writeFile(join(dataDir, 'postgres', 'pg_hba.conf'), rules)
    await superuser.query('select pg_reload_conf()')
    await superuser.query('select pg_sleep(0.3)')
  }
  await reload(
    `local all postgres trust\nlocal all tezgah_jobs trust\nlocal all all scram-sha-256\n`,
  )
  onTestFinished(() => reload(trusting))
}
