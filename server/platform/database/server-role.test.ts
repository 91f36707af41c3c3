import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { socketUrl } from '#testing/pooler.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'
import { prepareConnectionTarget } from './server-role.ts'

// Roles belong to a whole cluster, so what is done to them here is done in a cluster of its own.

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'guest')
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
  const database = await openDatabase(await prepareConnectionTarget(owner), jobs, 1)
  await database.check()
  await database.close()
}
const refused = async (owner: pg.ClientConfig, reason: RegExp) => {
  const trying = opens(owner)
  await expect(trying).rejects.toThrow(reason)
  await expect(trying).rejects.toThrow(ConfigError)
}

test('instances that start at once share one login', async () => {
  const ways = await Promise.all(Array.from({ length: 5 }, () => prepareConnectionTarget(connection)))
  expect(new Set(ways.map(({ connection }) => `${connection.user} ${connection.password}`)).size).toBe(1)
  expect((await superuser.query('select name from platform.logins')).rows).toEqual([{ name: login }])
  await opens(connection)
})

test('a DATABASE_URL leads there with the login in the place of its user, also one without a host or a database', async () => {
  const url = socketUrl(connection)
  const withoutDatabase = url.replace('/tezgah?', '?') // its name is then that of the user
  for (const connectionString of [
    url,
    withoutDatabase,
    `${url.replace('tezgah@localhost:5432', '')}&user=tezgah`,
    url.replace('tezgah@', 'tezgah:parola@'),
  ])
    await opens({ connectionString })
})

test('a second start changes nothing, so the owner need not make roles any more', async () => {
  await superuser.query('alter role tezgah nocreaterole')
  onTestFinished(async () => void (await superuser.query('alter role tezgah createrole')))
  await opens(connection)
})

test('an owner who may not make the login is told what to do', async () => {
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

test('a login that owns something, or may make roles, is refused', async () => {
  await superuser.query(`alter role ${login} createrole`)
  await refused(connection, new RegExp(`"${login}" is a superuser, an owner of tables or may`))
  await superuser.query(
    `alter role ${login} nocreaterole; create function own() returns int language sql return 1; alter function own owner to ${login}`,
  )
  await refused(connection, new RegExp(`"${login}" is a superuser, an owner of tables or may`))
  await superuser.query('drop function own')
  await opens(connection)
})

test('in a database that forgot the password, as one that was restored has, the login gets a new one', async () => {
  await askForPasswords()
  const owner = { ...connection, password: 'sahibin parolası' }
  await opens(owner)
  await superuser.query('delete from platform.logins')
  await opens(owner)
  await superuser.query(`alter role ${login} password 'elle değişti'`)
  await refused(owner, /does not let the login of the requests in: .*empty the table platform\.logins and start again/)
  await superuser.query('delete from platform.logins')
  await opens(owner)
})

/** For the length of a test PostgreSQL asks everybody but the superuser for a password. */
async function askForPasswords() {
  await superuser.query(
    "alter role tezgah password 'sahibin parolası'; alter role tezgah_login_tezgah password null; delete from platform.logins",
  )
  const trusting = 'local all all trust\n'
  const reload = async (rules: string) => {
    await writeFile(join(dataDir, 'postgres', 'pg_hba.conf'), rules)
    await superuser.query('select pg_reload_conf()')
    await superuser.query('select pg_sleep(0.3)')
  }
  await reload(`local all postgres trust\nlocal all tezgah_jobs trust\nlocal all all scram-sha-256\n`)
  onTestFinished(() => reload(trusting))
}
