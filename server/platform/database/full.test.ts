import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { findProgram, startPooler } from '#testing/servers/pooler.ts'
import { type Database, openDatabase, platformVendor } from './database.ts'
import { migrate } from './migrations.ts'
import { prepareConnectionTarget } from './server-role.ts'

// The database responds, and has no connection left.

test.each([
  { pooled: false, target: 'reached directly' },
  { pooled: true, target: 'reached through a pooler' },
])(
  'PostgreSQL without free connections, $target, is answered as busy, and requests succeed when it has some again',
  async ({ pooled }) => {
    const portal = await openPortal({}, { pooled })
    const { admin } = await fixturesIn(portal).vendor()
    const superuser = new pg.Client(inject('postgres').superuser)
    await superuser.connect()
    const { database } = portal.connection
    await superuser.query(`alter database ${database} connection limit 0`)
    await superuser.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [database],
    )
    const listCompanies = async (language: 'tr' | 'en') => {
      const { status, body, headers } = await portal
        .as({ ...admin, language })
        .call(routes.companies.list)
      return [status, body.name, body.message, headers['retry-after']]
    }
    for (const [language, message] of [
      ['tr', 'Şu anda çok yoğunuz. Birkaç saniye sonra yeniden deneyin.'],
      ['en', 'We are very busy right now. Try again in a few seconds.'],
    ] as const) {
      // The pool may still hold a terminated connection, on which one request fails as unavailable.
      await expect
        .poll(() => listCompanies(language))
        .toEqual([503, 'UnavailableError', message, '2'])
    }
    await superuser.query(`alter database ${database} connection limit -1`)
    await superuser.end()
    await expect.poll(async () => (await listCompanies('tr'))[0]).toBe(200)
  },
)

describe('while all connections are in use', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
  await chmod(dataDir, 0o711) // for the pooler's own user
  const postgres = await startPostgres(dataDir, 'client')
  await migrate(postgres.connection)
  const jobs = await openJobs(postgres.connection, [], console.error)
  afterAll(async () => {
    await jobs.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  /** A transaction that holds its connection until `complete` is called. */
  async function startTransaction(database: Database) {
    const holder = new pg.Client({ ...postgres.superuser, database: postgres.connection.database })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('select pg_advisory_lock(1)')
    const running = database.inVendor(platformVendor, db =>
      sql`select pg_advisory_xact_lock(1)`.execute(db),
    )
    return { running, complete: () => holder.query('select pg_advisory_unlock(1)') }
  }
  const writing = (database: Database) =>
    database.inVendor(randomUUID(), db => sql`select`.execute(db))
  const reading = (database: Database) =>
    database.inRequest(
      { domain: 'unknown.test', sessionId: null, readOnly: true },
      async () => true,
    )
  const outcomes = (requests: Promise<unknown>[]) =>
    Promise.all(
      requests.map(request =>
        request.then(
          () => 'answered',
          ({ code }) => code,
        ),
      ),
    )
  async function throughPooler(settings: Record<string, number>, size?: number) {
    const pooler = await startPooler(postgres.connection, undefined, settings)
    onTestFinished(pooler.stop)
    const database = await openDatabase(
      await prepareConnectionTarget(postgres.connection, { url: pooler.url, prepares: false }),
      jobs,
      {
        size,
      },
    )
    onTestFinished(database.close)
    return database
  }

  test('of this instance, waiting requests are refused as busy while one runs, which then completes', async () => {
    const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs, {
      size: 1,
    })
    onTestFinished(database.close)
    const { running, complete } = await startTransaction(database)
    expect(await outcomes([reading(database), reading(database)])).toEqual(['busy', 'busy'])
    await complete()
    expect(await outcomes([running])).toEqual(['answered'])
    expect(await outcomes([reading(database)])).toEqual(['answered'])
  })

  test.runIf(findProgram('pgbouncer'))(
    'of the pooler, waiting requests are refused as busy while one runs, which then completes',
    async () => {
      const database = await throughPooler({ default_pool_size: 1 })
      const { running, complete } = await startTransaction(database)
      await expect.poll(() => database.connections()).toMatchObject({ open: 1, idle: 0 })
      expect(await outcomes([writing(database), reading(database), writing(database)])).toEqual([
        'busy',
        'busy',
        'busy',
      ])
      await complete()
      expect(await outcomes([running])).toEqual(['answered'])
      expect(await outcomes([reading(database)])).toEqual(['answered'])
    },
  )

  test.runIf(findProgram('pgbouncer'))(
    'of the pooler, its own timeout is answered as busy',
    async () => {
      const database = await throughPooler({ default_pool_size: 1, query_wait_timeout: 1 })
      const { running, complete } = await startTransaction(database)
      expect(await outcomes([reading(database)])).toEqual(['busy'])
      await complete()
      await running
    },
  )

  test.runIf(findProgram('pgbouncer'))(
    'and the pooler accepts no more clients, requests are refused as busy',
    async () => {
      const database = await throughPooler({ max_client_conn: 1 })
      const { running, complete } = await startTransaction(database)
      expect(await outcomes([reading(database)])).toEqual(['busy'])
      await complete()
      await running
    },
  )
})
