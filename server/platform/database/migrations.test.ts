import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { openTcpProxy } from '#testing/servers/tcp-proxy.ts'
import { waitFor } from '#testing/wait-for.ts'
import { migrate } from './migrations.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'client')
const owner = new pg.Client(postgres.connection)
await owner.connect()
afterAll(async () => {
  await owner.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('PostgreSQL aborts the migration of a disconnected server, so that the next start need not wait for it', async () => {
  await owner.query('create schema platform')
  await owner.query(
    'create table platform.migrations (name text primary key, date_applied timestamptz not null default now())',
  )
  await owner.query(
    'create function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return new; end $$',
  )
  await owner.query(
    'create trigger hold before insert on platform.migrations for each row execute function hold()',
  )
  const proxy = await openTcpProxy({
    path: join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`),
  })
  const broken = migrate({ ...postgres.connection, host: '127.0.0.1', port: proxy.port }).catch(
    () => 'connection lost',
  )
  const running = async () =>
    (await owner.query("select from pg_stat_activity where wait_event = 'PgSleep'")).rowCount
  await waitFor(async () => expect(await running()).toBe(1))
  await proxy.close()
  expect(await broken).toBe('connection lost')
  await waitFor(async () => expect(await running()).toBe(0))
  await owner.query('drop function hold cascade')
  expect(await migrate(postgres.connection)).toContain('0001_foundation.sql')
})

test('functions are applied again when their file has changed since, and only then', async () => {
  expect(await migrate(postgres.connection)).toEqual([])
  await owner.query(
    "update platform.migrations set name = 'tickets/search.sql 0 of-before' where name like 'tickets/search.sql %'",
  )
  await owner.query('drop function tickets_found')
  expect(await migrate(postgres.connection)).toEqual([
    expect.stringMatching(/^tickets\/search\.sql \d+ [0-9a-f]{64}$/),
  ])
  expect((await owner.query("select from pg_proc where proname = 'tickets_found'")).rowCount).toBe(
    1,
  )
  expect(
    (await owner.query("select from platform.migrations where name like 'tickets/search.sql %'"))
      .rowCount,
  ).toBe(1)
  expect(await migrate(postgres.connection)).toEqual([])
})

test('a program with older functions than those of the database is refused', async () => {
  const rename = (to: string) =>
    owner.query("update platform.migrations set name = $1 where name like 'tickets/search.sql %'", [
      to,
    ])
  await rename('tickets/search.sql 999999 of-tomorrow')
  await expect(migrate(postgres.connection)).rejects.toThrow('newer than this program')
  await rename('tickets/search.sql 0 of-before')
  expect(await migrate(postgres.connection)).toHaveLength(1)
})

test('a database that had all functions in one file gets them from the files beside their features', async () => {
  await owner.query("delete from platform.migrations where name like '%/%'")
  await owner.query("insert into platform.migrations (name) values ('functions.sql 5 of-before')")
  const applied = await migrate(postgres.connection)
  expect(applied.map(name => name.split(' ')[0])).toEqual([
    'audit/audit.sql',
    'tickets/search.sql',
    'tickets/targets.sql',
    'vendors/public-host.sql',
  ])
  const former = "select from platform.migrations where name like 'functions.sql %'"
  expect((await owner.query(former)).rowCount).toBe(0)
})

test('a database of an unreleased version, whose migrations were joined since, is refused as such', async () => {
  const rename = (from: string, to: string) =>
    owner.query('update platform.migrations set name = $2 where name = $1', [from, to])
  await rename('0026_version_0_3.sql', '0026_mails.sql')
  await expect(migrate(postgres.connection)).rejects.toThrow(
    'of an unreleased version of Tezgah (it has 0026_mails.sql)',
  )
  await rename('0026_mails.sql', '0026_version_0_3.sql')
})

test('a program that does not know a file of functions of the database is refused', async () => {
  const name = 'tickets/of-tomorrow.sql 1 hash'
  await owner.query('insert into platform.migrations (name) values ($1)', [name])
  await expect(migrate(postgres.connection)).rejects.toThrow('newer than this program')
  await owner.query('delete from platform.migrations where name = $1', [name])
})
