import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  cleanUp,
  createDataDir,
  createEmptyDir,
  isAlive,
  postmasterOf,
  queryValue,
  removeSharedDataDir,
  startOtherProcess,
  waitUntil,
} from '#testing/processes/sandbox.ts'
import { waitFor } from '#testing/wait-for.ts'
import { startPostgres } from './postgres.ts'

afterEach(cleanUp)
afterAll(removeSharedDataDir)

const startedAt = 'select pg_postmaster_start_time()'

test('data persists after a stop and a second start', async () => {
  const dir = await createDataDir()
  const first = await startPostgres(dir, 'server')
  await queryValue(first.connection, 'create table notes as select 1')
  await first.stop()
  const second = await startPostgres(dir, 'server')
  expect(await queryValue(second.connection, 'select count(*)::int from notes')).toBe(1)
  await second.stop()
})

test('PostgreSQL stops with its server', async () => {
  const dir = await createDataDir()
  const server = await startPostgres(dir, 'server')
  const postmaster = postmasterOf(dir) ?? 0
  await server.stop()
  await waitUntil(() => !isAlive(postmaster))
})

test('the next server adopts the PostgreSQL of a killed one', async () => {
  const dir = await createDataDir()
  const killed = startOtherProcess('server', dir)
  const before = await queryValue((await killed.up()).superuser, startedAt)
  await killed.kill()
  const next = await startPostgres(dir, 'server')
  expect({ adopted: next.adopted, startedAt: await queryValue(next.superuser, startedAt) }).toEqual(
    { adopted: true, startedAt: before },
  )
  await next.stop()
})

test('a second server with the same data directory is refused with its path, and the first one keeps its database', async () => {
  const dir = await createDataDir()
  const first = await startPostgres(dir, 'server')
  await expect(startPostgres(dir, 'server')).rejects.toMatchObject({
    code: 'ALREADY_RUNNING',
    message: expect.stringContaining(dir),
  })
  expect(await queryValue(first.connection, 'select 1')).toBe(1)
  await first.stop()
})

test('of two servers that start together in an empty folder exactly one runs', async () => {
  const dir = createEmptyDir()
  const both = await Promise.allSettled([
    startOtherProcess('server', dir).up(),
    startOtherProcess('server', dir).up(),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('of two servers that start together in an empty folder the running one has a complete cluster', async () => {
  const dir = createEmptyDir()
  const winner = await Promise.any([
    startOtherProcess('server', dir).up(),
    startOtherProcess('server', dir).up(),
  ])
  expect(await queryValue(winner.connection, 'select current_database()')).toBe('tezgah')
})

test('a client that stops does not stop the database of a server', async () => {
  const dir = await createDataDir()
  const server = await startPostgres(dir, 'server')
  const client = await startPostgres(dir, 'client')
  await client.stop()
  expect(await queryValue(server.connection, 'select 1')).toBe(1)
  await server.stop()
})

test('a client without a server stops the PostgreSQL that it started', async () => {
  const dir = await createDataDir()
  const client = await startPostgres(dir, 'client')
  const postmaster = postmasterOf(dir) ?? 0
  await client.stop()
  await waitUntil(() => !isAlive(postmaster))
})

test('a client keeps its database when the server stops, and stops PostgreSQL at its end', async () => {
  const dir = await createDataDir()
  const server = await startPostgres(dir, 'server')
  const client = await startPostgres(dir, 'client')
  const postmaster = postmasterOf(dir) ?? 0
  await server.stop()
  expect(await queryValue(client.connection, 'select 1')).toBe(1)
  await client.stop()
  await waitUntil(() => !isAlive(postmaster))
})

test('a server that starts while the last client stops PostgreSQL gets its database', async () => {
  const dir = await createDataDir()
  for (let delay = 0; delay <= 60; delay += 10) {
    const client = await startPostgres(dir, 'client')
    const stopping = client.stop()
    await pause(delay)
    const server = await startPostgres(dir, 'server')
    await stopping
    expect(await queryValue(server.connection, 'select 1')).toBe(1)
    await server.stop()
  }
})

test('a server whose PostgreSQL was killed reacquires its lock and remains the only one', async () => {
  const dir = await createDataDir()
  const server = await startPostgres(dir, 'server')
  const locks = () =>
    queryValue(server.superuser, "select count(*)::int from pg_locks where locktype = 'advisory'")
  const before = await locks()
  process.kill(postmasterOf(dir) ?? 0, 'SIGKILL')
  await waitFor(async () => expect(await locks()).toBe(before))
  await expect(startPostgres(dir, 'server')).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await server.stop()
})

test("the terminal's Ctrl+C does not reach PostgreSQL", async () => {
  const dir = await createDataDir()
  const server = startOtherProcess('server', dir)
  const { connection } = await server.up()
  process.kill(-server.pid, 'SIGINT') // to every process of the group, as a terminal does
  await pause(200)
  expect(await queryValue(connection, 'select 1')).toBe(1)
})

test('a process without other work is not kept alive by its PostgreSQL', async () => {
  const dir = await createDataDir()
  const client = startOtherProcess('client', dir)
  await client.up()
  expect(await client.release()).toBe(0)
})

test('a log of more than 10 MB is rotated at the next start', async () => {
  const dir = await createDataDir()
  truncateSync(`${dir}/postgres.log`, 11 * 1024 * 1024)
  appendFileSync(`${dir}/postgres.log`, 'the last line\n')
  const server = await startPostgres(dir, 'server')
  expect(statSync(`${dir}/postgres.log`).size).toBeLessThan(10_000)
  await server.stop()
})
