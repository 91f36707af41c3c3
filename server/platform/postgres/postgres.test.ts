import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { another, ask, dataDir, emptyDir, isAlive, postmasterOf, tidy, tidyAll, until } from '#testing/sandbox.ts'
import { startPostgres } from './postgres.ts'

afterEach(tidy)
afterAll(tidyAll)

const startedAt = 'select pg_postmaster_start_time()'

test('what was written is there after a stop and a second start', async () => {
  const dir = await dataDir()
  const first = await startPostgres(dir, 'server')
  await ask(first.connection, 'create table notes as select 1')
  await first.stop()
  const second = await startPostgres(dir, 'server')
  expect(await ask(second.connection, 'select count(*)::int from notes')).toBe(1)
  await second.stop()
})

test('PostgreSQL does not run any more once its server has stopped', async () => {
  const dir = await dataDir()
  const server = await startPostgres(dir, 'server')
  const postmaster = postmasterOf(dir) ?? 0
  await server.stop()
  await until(() => !isAlive(postmaster))
})

test('a warm start takes less than two seconds', async () => {
  const dir = await dataDir()
  const before = performance.now()
  const server = await startPostgres(dir, 'server')
  expect(performance.now() - before).toBeLessThan(2_000)
  await server.stop()
})

test('the PostgreSQL that a killed server left behind is adopted by the next one', async () => {
  const dir = await dataDir()
  const killed = another('server', dir)
  const before = await ask((await killed.up()).superuser, startedAt)
  await killed.kill()
  const next = await startPostgres(dir, 'server')
  expect({ adopted: next.adopted, startedAt: await ask(next.superuser, startedAt) }).toEqual({ adopted: true, startedAt: before })
  await next.stop()
})

test('a second server over the same data is refused, told where, and the first one keeps its database', async () => {
  const dir = await dataDir()
  const first = await startPostgres(dir, 'server')
  await expect(startPostgres(dir, 'server')).rejects.toMatchObject({ code: 'ALREADY_RUNNING', message: expect.stringContaining(dir) })
  expect(await ask(first.connection, 'select 1')).toBe(1)
  await first.stop()
})

test('of two servers that start at once in an empty folder exactly one runs', async () => {
  const dir = emptyDir()
  const both = await Promise.allSettled([another('server', dir).up(), another('server', dir).up()])
  expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('of two servers that start at once in an empty folder the winner has a whole cluster', async () => {
  const dir = emptyDir()
  const winner = await Promise.any([another('server', dir).up(), another('server', dir).up()])
  expect(await ask(winner.connection, 'select current_database()')).toBe('tezgah')
})

test('a guest beside a server leaves it its database', async () => {
  const dir = await dataDir()
  const server = await startPostgres(dir, 'server')
  const guest = await startPostgres(dir, 'guest')
  await guest.stop()
  expect(await ask(server.connection, 'select 1')).toBe(1)
  await server.stop()
})

test('a guest alone stops what it started', async () => {
  const dir = await dataDir()
  const guest = await startPostgres(dir, 'guest')
  const postmaster = postmasterOf(dir) ?? 0
  await guest.stop()
  await until(() => !isAlive(postmaster))
})

test('a guest keeps its database when the server stops, and turns it off at the end', async () => {
  const dir = await dataDir()
  const server = await startPostgres(dir, 'server')
  const guest = await startPostgres(dir, 'guest')
  const postmaster = postmasterOf(dir) ?? 0
  await server.stop()
  expect(await ask(guest.connection, 'select 1')).toBe(1)
  await guest.stop()
  await until(() => !isAlive(postmaster))
})

test('a server that comes while the last guest is stopping PostgreSQL has its database', async () => {
  const dir = await dataDir()
  for (let delay = 0; delay <= 60; delay += 10) {
    const guest = await startPostgres(dir, 'guest')
    const stopping = guest.stop()
    await pause(delay)
    const server = await startPostgres(dir, 'server')
    await stopping
    expect(await ask(server.connection, 'select 1')).toBe(1)
    await server.stop()
  }
})

test('a server whose PostgreSQL was killed has it again, and is still the only one', async () => {
  const dir = await dataDir()
  const server = await startPostgres(dir, 'server')
  const locks = () => ask(server.superuser, "select count(*)::int from pg_locks where locktype = 'advisory'")
  const before = await locks()
  process.kill(postmasterOf(dir) ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect(await locks()).toBe(before), 10_000)
  await expect(startPostgres(dir, 'server')).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await server.stop()
})

test("the terminal's Ctrl+C does not reach PostgreSQL", async () => {
  const dir = await dataDir()
  const server = another('server', dir)
  const { connection } = await server.up()
  process.kill(-server.pid, 'SIGINT') // what a terminal does: to every process of the group
  await pause(200)
  expect(await ask(connection, 'select 1')).toBe(1)
})

test('a process that has nothing else to do is not kept alive by its PostgreSQL', async () => {
  const dir = await dataDir()
  const forgetful = another('guest', dir)
  await forgetful.up()
  expect(await forgetful.release()).toBe(0)
})

test('a log of more than 10 MB is set aside at the next start', async () => {
  const dir = await dataDir()
  truncateSync(`${dir}/postgres.log`, 11 * 1024 * 1024)
  appendFileSync(`${dir}/postgres.log`, 'the last line\n')
  const server = await startPostgres(dir, 'server')
  expect(statSync(`${dir}/postgres.log`).size).toBeLessThan(10_000)
  await server.stop()
})
