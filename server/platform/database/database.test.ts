import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { findProgram, startPooler } from '#testing/servers/pooler.ts'
import { openTcpProxy } from '#testing/servers/tcp-proxy.ts'
import type { SlowQuery } from './connection-pool.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'
import { type ConnectionTarget, prepareConnectionTarget, serverRole } from './server-role.ts'

// Roles belong to the whole cluster: these tests change them in one of their own.

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'client')
await migrate(postgres.connection)
const jobs = await openJobs(postgres.connection, [], console.error)
const superuser = new pg.Client({ ...postgres.superuser, database: postgres.connection.database })
await superuser.connect()
afterAll(async () => {
  await superuser.end()
  await jobs.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the database opens with a role that is subject to row-level security', async () => {
  const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs)
  await expect(database.check()).resolves.toBeUndefined()
  await database.close()
})

// Security: 8.4.1
test.each([
  ['a superuser', 'superuser', 'nosuperuser'],
  ['a role that may bypass row-level security', 'bypassrls', 'nobypassrls'],
])('it does not open when its role is %s', async (_, make, undo) => {
  await superuser.query(`alter role ${serverRole} ${make}`)
  await expect(
    openDatabase(await prepareConnectionTarget(postgres.connection), jobs),
  ).rejects.toThrow(/"tezgah_server" is a superuser, an owner of tables or may bypass/)
  await superuser.query(`alter role ${serverRole} ${undo}`)
})

test('it does not open when its role owns a table', async () => {
  await superuser.query(`create table owned (); alter table owned owner to ${serverRole}`)
  await expect(
    openDatabase(await prepareConnectionTarget(postgres.connection), jobs),
  ).rejects.toThrow(/"tezgah_server" is a superuser, an owner of tables or may bypass/)
  await superuser.query('drop table owned')
})

test('a transaction is rolled back when its work fails', async () => {
  const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs)
  const vendorId = '00000000-0000-0000-0000-000000000000'
  const companies = () =>
    database.inVendor(vendorId, db => db.selectFrom('companies').select('name').execute())
  const failing = database.inVendor(vendorId, async db => {
    await db.insertInto('companies').values({ id: vendorId, name: 'Yarım' }).execute()
    throw new Error('rolled back on purpose')
  })
  await expect(failing).rejects.toThrow('rolled back on purpose')
  expect(await companies()).toEqual([])
  await database.close()
})

test('a slow query is reported with its route and without its values', async () => {
  const slowQueries: SlowQuery[] = []
  const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs, {
    size: 1,
    // on a loaded machine others are slow, too
    onSlow: slow => slow.statements.includes(slowly.text) && slowQueries.push(slow),
  })
  const vendorId = '00000000-0000-0000-0000-000000000000'
  await superuser.query(
    "insert into vendor_domains (vendor_id, domain) values ($1, 'yavas.test')",
    [vendorId],
  )
  const slowly = { name: 'slowly', text: 'select pg_sleep($1), $2::text', values: [0.6, 'gizli'] }
  const request = {
    domain: 'yavas.test',
    sessionId: null,
    readOnly: false,
    label: { route: 'tickets.open', reqId: 'istek' },
  }
  await database.inRequest(request, db => db.run(slowly))
  expect(slowQueries).toEqual([
    { route: 'tickets.open', reqId: 'istek', statements: [slowly.text], ms: expect.any(Number) },
  ])
  expect(slowQueries[0]?.ms).toBeGreaterThan(590)
  await database.close()
})

describe('a database that stops responding, as over a dead network connection,', () => {
  const platformVendor = '00000000-0000-0000-0000-000000000000'
  const direct = async (port: number): Promise<ConnectionTarget> => {
    const { connection, ...target } = await prepareConnectionTarget(postgres.connection)
    return { ...target, connection: { ...connection, host: '127.0.0.1', port } }
  }
  async function throughPooler(port: number) {
    const pooler = await startPooler(postgres.connection, port)
    onTestFinished(pooler.stop)
    return prepareConnectionTarget(
      { ...postgres.connection, host: '127.0.0.1', port },
      { url: pooler.url, prepares: false },
    )
  }
  async function openThroughProxy(prepare = direct) {
    const proxy = await openTcpProxy({
      path: join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`),
    })
    onTestFinished(proxy.close)
    const database = await openDatabase(await prepare(proxy.port), jobs, { size: 2 })
    onTestFinished(async () => {
      await proxy.open()
      await database.close()
    })
    const read = () =>
      database.inRequest(
        { domain: 'unknown.test', sessionId: null, readOnly: true },
        async () => true,
      )
    const write = () =>
      database.inVendor(platformVendor, db => db.selectFrom('companies').select('name').execute())
    await Promise.all([read(), write()])
    return { proxy, database, read, write }
  }

  test('fails running and waiting requests as unavailable', async () => {
    const { proxy, database, read, write } = await openThroughProxy()
    proxy.stall()
    const requests = [
      ...Array.from({ length: 5 }, () => [read(), write()]).flat(),
      database.check(),
    ]
    const outcomes = await Promise.all(
      requests.map(request => (request as Promise<unknown>).then(() => 'answered', String)),
    )
    expect(outcomes).toEqual(outcomes.map(() => expect.stringContaining('unavailable')))
  })

  test('fails a transaction in progress as unavailable', async () => {
    const { proxy, database } = await openThroughProxy()
    const stopped = database.inVendor(platformVendor, async db => {
      await db.selectFrom('companies').select('name').execute()
      proxy.stall()
      await db.selectFrom('companies').select('name').execute()
    })
    await expect(stopped).rejects.toThrow('unavailable')
  })

  test.runIf(findProgram('pgbouncer'))(
    'fails requests through a pooler as unavailable, although the pooler accepts connections',
    async () => {
      const { proxy, read, write } = await openThroughProxy(throughPooler)
      proxy.stall()
      const outcomes = await Promise.all(
        [read(), write()].map(request =>
          (request as Promise<unknown>).then(() => 'answered', String),
        ),
      )
      expect(outcomes).toEqual(outcomes.map(() => expect.stringContaining('unavailable')))
      await proxy.open()
      await expect.poll(() => Promise.all([read(), write()]).then(Boolean, () => false)).toBe(true)
    },
  )

  test('serves requests as soon as it responds again', async () => {
    const { proxy, read, write } = await openThroughProxy()
    proxy.stall()
    await Promise.allSettled([read(), write()])
    await proxy.open()
    await expect(Promise.all([read(), write()])).resolves.toBeDefined()
  })
})

test('a slow statement completes while the database responds to others', async () => {
  const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs)
  const slow = database.inVendor('00000000-0000-0000-0000-000000000000', db =>
    sql`select pg_sleep(2.2)`.execute(db),
  )
  await expect(slow).resolves.toBeDefined()
  await database.close()
})
