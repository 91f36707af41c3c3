import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { poolUser, programAt, socketUrl, startPooler } from '#testing/pooler.ts'
import { openPortal } from '#testing/portal.ts'
import { connections } from './connections.ts'

// Whether the copies of the server that run may have all the connections that they ask for.

const portal = await openPortal()
const { connection } = portal
const here = { DATA_DIR: portal.dataDir }
const told = async (environment: Record<string, string> = {}) => {
  const findings = await connections(readConfig({ ...here, ...environment }), connection)
  return Object.fromEntries(findings.map(finding => [finding.what, finding]))
}

/** PostgreSQL gives so many connections to this database for the length of a test. */
async function limit(count: number) {
  const superuser = new pg.Client(inject('postgres').superuser)
  await superuser.connect()
  await superuser.query(`alter database ${connection.database} connection limit ${count}`)
  onTestFinished(async () => {
    await superuser.query(`alter database ${connection.database} connection limit -1`)
    await superuser.end()
  })
}

/** Another copy of the server that runs. */
async function anotherCopy() {
  const jobs = await openJobs(connection, [], () => {})
  onTestFinished(() => jobs.close())
}

test('where PostgreSQL has room for the copy that runs, that is said, and for how many there is', async () => {
  await limit(30)
  expect((await told()).room).toMatchObject({ state: 'well', seen: expect.stringMatching(/30 connections.*enough for 2 copies.*1 runs/) })
})

test('where it has too little for those that run, that is said, with what would be enough', async () => {
  await limit(25)
  await anotherCopy()
  expect((await told()).room).toMatchObject({
    state: 'wrong',
    seen: expect.stringMatching(/25 connections.*2 copies.*27/),
    todo: expect.stringContaining('max_connections'),
  })
})

describe.runIf(programAt('pgbouncer'))('behind a pooler', () => {
  async function behind(settings: Record<string, string | number>) {
    const pooler = await startPooler(connection, undefined, settings)
    onTestFinished(pooler.stop)
    return { DATABASE_URL: socketUrl(connection), DATABASE_POOL_URL: pooler.url }
  }

  test('of the settings that we ship, all is well', async () => {
    expect(await told(await behind({ default_pool_size: 30 }))).toMatchObject({ room: { state: 'well' }, pool: { state: 'well' } })
  })

  test('PostgreSQL needs room for the pooler’s connections and the queues', async () => {
    await limit(30)
    expect((await told(await behind({ default_pool_size: 25 }))).room).toMatchObject({
      state: 'wrong',
      seen: expect.stringMatching(/30 connections.*33/),
    })
  })

  test('a pooler that lets too few in is told of', async () => {
    await anotherCopy()
    expect((await told(await behind({ max_client_conn: 20 }))).pool).toMatchObject({
      state: 'wrong',
      seen: expect.stringMatching(/20 .*2 copies.*21/),
      todo: expect.stringContaining('max_client_conn'),
    })
  })

  test('one that has fewer connections than its copies is noted', async () => {
    expect((await told(await behind({ default_pool_size: 5 }))).pool).toMatchObject({
      state: 'note',
      seen: expect.stringMatching(/5 .*8/),
      todo: expect.stringContaining('default_pool_size'),
    })
  })

  test('one that does not tell its limits is noted, with the setting', async () => {
    expect((await told(await behind({ stats_users: `not_${poolUser(connection)}` }))).pool).toMatchObject({
      state: 'note',
      todo: expect.stringContaining('stats_users'),
    })
  })
})
