import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { socketUrl } from '#testing/servers/pooler.ts'
import { atMost, type Drill, limits } from './drill.ts'
import { createPortalProcess, temporaryFolder } from './portal-process.ts'

const migrations = readdirSync(join(import.meta.dirname, '../../server/migrations')).filter(name =>
  name.endsWith('.sql'),
)

/** Two servers start at once on one empty database, and two on one
 * empty data directory, where one of them must refuse to start. */
export const concurrentStart: Drill = async ({ short, toStop }) => {
  const rounds = short ? 1 : 10
  const counts = { notUp: 0, notOnce: 0, unexplained: 0, winners: 0 }
  const ready: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { connection, url } = await startEmptyDatabase(toStop)
    const shared = {
      DATABASE_URL: url,
      TOKEN_SECRET: 'a secret that both servers of the drill know',
    }
    const portals = [createPortalProcess(toStop, shared), createPortalProcess(toStop, shared)]
    const started = await Promise.allSettled(portals.map(portal => portal.start()))
    for (const outcome of started)
      if (outcome.status === 'fulfilled') ready.push(outcome.value)
      else {
        counts.notUp++
        console.log(String(outcome.reason))
      }
    if (
      (await queryValue(
        connection,
        "select count(*) from platform.migrations where name ~ '^[0-9]'", // without the functions
      )) !== `${migrations.length}`
    )
      counts.notOnce++
    await Promise.all(portals.map(portal => portal.stop()))
  }
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporaryFolder(toStop)
    const portals = [
      createPortalProcess(toStop, {}, dataDir),
      createPortalProcess(toStop, {}, dataDir),
    ]
    const started = await Promise.allSettled(portals.map(portal => portal.start()))
    counts.winners += started.filter(({ status }) => status === 'fulfilled').length
    const logs = portals
      .filter((_, n) => started[n]?.status === 'rejected')
      .map(portal => readFileSync(portal.log, 'utf8'))
    counts.unexplained += logs.filter(
      text => !text.includes(`Tezgah is already running with the data in ${dataDir}`),
    ).length
    await Promise.all(portals.map(portal => portal.stop()))
  }
  return {
    thresholds: [
      atMost(0, `servers that did not start, of ${2 * rounds} that share a database`, counts.notUp),
      atMost(0, 'databases on which a migration ran twice, or never', counts.notOnce),
      atMost(limits.ready, 'longest time until both are ready, s', Math.max(...ready)),
      atMost(
        0,
        `data directories on which not exactly one server runs, of ${rounds}`,
        Math.abs(counts.winners - rounds),
      ),
      atMost(0, 'servers that refused to start without logging the reason', counts.unexplained),
    ],
    figures: { rounds, ready },
  }
}

/** The server is killed during each migration, and at random
 * moments of its first start; the next start completes. */
export const migration: Drill = async ({ short, toStop }) => {
  const random = short ? 1 : 20
  const { connection, superuser, url } = await startEmptyDatabase(toStop)
  const portal = createPortalProcess(toStop, { DATABASE_URL: url })
  const owner = await connect(connection, toStop)
  let halfApplied = 0
  const ready: number[] = []

  // The table of `migrate` is created in advance, with a
  // trigger that suspends a migration at its last step.
  await owner.query('create schema platform')
  await owner.query(
    'create table platform.migrations (name text primary key, date_applied timestamptz not null default now())',
  )
  await owner.query('create table platform.held (name text)')
  await owner.query(`create function platform.hold() returns trigger language plpgsql as $$
    begin
      if exists (select from platform.held where name = split_part(new.name, ' ', 1)) then perform pg_sleep(60); end if; -- a file of functions has a version and a hash
      return new;
    end $$`)
  await owner.query(
    'create trigger hold before insert on platform.migrations for each row execute function platform.hold()',
  )
  const at = short ? [migrations[0] as string] : migrations
  for (const name of at) {
    await owner.query('delete from platform.held')
    await owner.query('insert into platform.held values ($1)', [name])
    const starting = portal.start().catch(() => {})
    const before = { tables: '', applied: '' }
    const startedAt = performance.now()
    while (!(await isHeld(connection))) {
      if (performance.now() - startedAt > 30_000) throw new Error(`${name} is not applied`)
      Object.assign(before, await readSchema(connection))
      await pause(5)
    }
    await portal.kill()
    await starting
    await owner.query('delete from platform.held')
    const since = performance.now()
    while (
      (await queryValue(
        connection,
        "select count(*) from pg_stat_activity where wait_event = 'PgSleep'",
      )) !== '0'
    ) {
      if (performance.now() - since > 10_000)
        throw new Error('PostgreSQL still runs the migration of a killed server')
      await pause(20)
    }
    const after = await readSchema(connection)
    if (
      after.applied.includes(name) ||
      (before.applied === after.applied && before.tables !== after.tables)
    )
      halfApplied++
  }
  ready.push(await portal.start())
  const whole = await readSchema(connection)
  await portal.stop()

  for (let round = 0; round < random; round++) {
    const name = `round_${round}`
    const admin = await connect(superuser, toStop)
    await admin.query(`create database ${name} owner tezgah`)
    const target = { ...connection, database: name }
    const early = createPortalProcess(toStop, { DATABASE_URL: socketUrl(target) })
    const starting = early.start().catch(() => {})
    await pause(300 + Math.random() * 1_500)
    await early.kill()
    await starting
    ready.push(await early.start())
    await early.stop()
    const { tables, applied } = await readSchema(target)
    if (applied !== whole.applied || tables !== whole.tables) halfApplied++
    await admin.end()
  }
  return {
    thresholds: [
      atMost(0, 'starts that left a migration half applied', halfApplied),
      atMost(
        0,
        'migrations missing in the end',
        migrations.length - whole.applied.split(',').length,
      ),
      atMost(limits.ready, 'longest time until the next start is ready, s', Math.max(...ready)),
    ],
    figures: { heldAt: at, random, ready },
  }
}

async function startEmptyDatabase(toStop: AsyncDisposableStack) {
  const database = await startPostgres(temporaryFolder(toStop), 'client')
  toStop.defer(() => database.stop())
  return { ...database, url: socketUrl(database.connection) }
}

async function connect(connection: pg.ClientConfig, toStop: AsyncDisposableStack) {
  const client = new pg.Client(connection)
  await client.connect()
  toStop.defer(() => client.end())
  return client
}

async function queryValue(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0] as string
}

const isHeld = async (connection: pg.ClientConfig) =>
  (await queryValue(
    connection,
    "select count(*) from pg_stat_activity where wait_event = 'PgSleep'",
  )) === '1'

async function readSchema(connection: pg.ClientConfig) {
  return {
    applied: await queryValue(
      connection,
      "select coalesce(string_agg(name, ',' order by name), '') from platform.migrations where name ~ '^[0-9]'",
    ),
    tables: await queryValue(
      connection,
      "select coalesce(string_agg(table_name || '.' || column_name, ',' order by table_name, column_name), '') from information_schema.columns where table_schema = 'public'",
    ),
  }
}
