import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { openPortal } from '#testing/portal.ts'
import { findProgram, poolUser, socketUrl, startPooler } from '#testing/servers/pooler.ts'
import { connections } from './connections.ts'

// Whether PostgreSQL and a pooler allow the connections that the running instances may need.

const portal = await openPortal()
const { connection } = portal
const settings = { DATA_DIR: portal.dataDir }
const check = async (environment: Record<string, string> = {}) => {
  const findings = await connections(readConfig({ ...settings, ...environment }), connection)
  return Object.fromEntries(findings.map(finding => [finding.check, finding]))
}

/** Limits the connections to this database until the test ends. */
async function limit(count: number) {
  const superuser = new pg.Client(inject('postgres').superuser)
  await superuser.connect()
  await superuser.query(`alter database ${connection.database} connection limit ${count}`)
  onTestFinished(async () => {
    await superuser.query(`alter database ${connection.database} connection limit -1`)
    await superuser.end()
  })
}

async function startInstance() {
  const jobs = await openJobs(connection, [], () => {})
  onTestFinished(() => jobs.close())
}

test('if PostgreSQL has enough connections for the running instance, the finding says how many instances could run', async () => {
  await limit(30)
  expect((await check()).capacity).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/30 connections.*enough for 2 instances.*1 is running/),
  })
})

test('if it has too few for the running instances, the finding says how many are needed', async () => {
  await limit(25)
  await startInstance()
  expect((await check()).capacity).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/25 connections.*2 instances.*29/),
    todo: expect.stringContaining('max_connections'),
  })
})

describe.runIf(findProgram('pgbouncer'))('behind a pooler', () => {
  async function behind(settings: Record<string, string | number>) {
    const pooler = await startPooler(connection, undefined, settings)
    onTestFinished(pooler.stop)
    return { DATABASE_URL: socketUrl(connection), DATABASE_POOL_URL: pooler.url }
  }

  test('with the shipped settings both checks pass', async () => {
    expect(await check(await behind({ default_pool_size: 30 }))).toMatchObject({
      capacity: { state: 'ok' },
      pool: { state: 'ok' },
    })
  })

  test('PostgreSQL needs connections for the pooler and for the queues', async () => {
    await limit(30)
    expect((await check(await behind({ default_pool_size: 25 }))).capacity).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/30 connections.*34/),
    })
  })

  test('a pooler that accepts too few clients is reported', async () => {
    await startInstance()
    expect((await check(await behind({ max_client_conn: 20 }))).pool).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/20 .*2 instances.*21/),
      todo: expect.stringContaining('max_client_conn'),
    })
  })

  test('one that has fewer connections than its instances may use is noted', async () => {
    expect((await check(await behind({ default_pool_size: 5 }))).pool).toMatchObject({
      state: 'note',
      detail: expect.stringMatching(/5 .*8/),
      todo: expect.stringContaining('default_pool_size'),
    })
  })

  test('one that does not show its limits is noted, with the setting', async () => {
    expect(
      (await check(await behind({ stats_users: `not_${poolUser(connection)}` }))).pool,
    ).toMatchObject({
      state: 'note',
      todo: expect.stringContaining('stats_users'),
    })
  })
})
