import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultTimeouts } from '#platform/mail/smtp.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { openGate } from '#testing/tcp-proxy.ts'
import { openJobs, PermanentFailure, type Retries } from './jobs.ts'

const portal = await openPortal()
const { owner, connection, platform } = portal
const { vendorId } = await givenIn(portal).vendor()
const quick: Retries = { retryLimit: 3, retryDelay: 1, retryDelayMax: 1 }

test('what fails is tried again for more than a day, and no try is taken for lost while a mail server may still answer', async () => {
  const { rows } = await owner.query<Record<string, number>>(
    `select retry_limit, retry_delay, retry_delay_max, retention_seconds, expire_seconds
       from pgboss.queue where name = 'user.invited' and retry_backoff`,
  )
  const { retry_limit = 0, retry_delay = 0, retry_delay_max = 0, retention_seconds = 0, expire_seconds = 0 } = rows[0] ?? {}
  // Half of each wait is chance: pg-boss waits at least the delay, doubled at each try.
  const waits = Array.from({ length: retry_limit }, (_, tries) => Math.min(retry_delay_max, retry_delay * 2 ** Math.min(16, tries)))
  const day = 86_400
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(day)
  expect(retention_seconds).toBeGreaterThan(2 * day)
  const { reach, greet, take, answer } = defaultTimeouts
  expect(expire_seconds * 1000).toBeGreaterThan(reach + greet + take + answer)
})

test('an hour of tries later a job is still there, and is done', async () => {
  const { queue, send, work } = await opened()
  await send('later')
  // As the queue has it when its first hour was one long outage.
  await owner.query(
    `update pgboss.job set state = 'retry', retry_count = 18, start_after = now(),
            created_on = created_on - interval '1 hour', keep_until = keep_until - interval '1 hour' where name = $1`,
    [queue],
  )
  const done: string[] = []
  await work(async ({ word }) => void done.push(word as string))
  await vi.waitFor(() => expect(done).toEqual(['later']), patience)
})

test('a job that fails holds up no other, and the log is told of the first try and of the last', async () => {
  const { send, work, told, states } = await opened()
  const tries: string[] = []
  await work(async ({ word }) => {
    tries.push(word as string)
    if (word === 'bad') throw new Error('the printer is on fire')
  })
  await send('bad')
  for (const word of ['a', 'b', 'c']) await send(word)
  await vi.waitFor(async () => expect(await states()).toEqual({ completed: 3, failed: 1 }), patience)
  expect(tries.filter(word => word !== 'bad').sort()).toEqual(['a', 'b', 'c'])
  expect(tries.filter(word => word === 'bad')).toHaveLength(1 + quick.retryLimit)
  expect(told().map(error => [error.message.replace(/Job \S+ of \S+ /, ''), (error.cause as Error).message])).toEqual([
    ['failed, and is tried again', 'the printer is on fire'],
    ['has failed for good', 'the printer is on fire'],
  ])
})

test('jobs that take long hold up no other, nor keep it from being known as done, and none is done twice', async () => {
  const { send, work, states } = await opened()
  const done: string[] = []
  const end = new AbortController()
  await send('slow 1')
  for (const word of ['a', 'b', 'slow 2', 'c', 'slow 3', 'd']) await send(word)
  await work(async ({ word = '' }) => {
    if (word.startsWith('slow')) await pause(60_000, undefined, { signal: end.signal }).catch(() => {})
    done.push(word)
  })
  await vi.waitFor(async () => expect(await states()).toEqual({ active: 3, completed: 4 }), patience)
  await send('e')
  await vi.waitFor(async () => expect(await states()).toEqual({ active: 3, completed: 5 }), patience)
  expect(done.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  end.abort()
  await vi.waitFor(async () => expect(await states()).toEqual({ completed: 8 }), patience)
  expect(done.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'slow 1', 'slow 2', 'slow 3'])
})

test('no more than a few jobs of a queue are worked at a time, and many are done one right after the other', async () => {
  const { send, work, states } = await opened()
  const words = Array.from({ length: 60 }, (_, number) => `${number}`)
  for (const word of words) await send(word)
  let [now, most] = [0, 0]
  await work(async () => {
    most = Math.max(most, ++now)
    await pause(20)
    now--
  })
  const since = Date.now()
  await vi.waitFor(async () => expect(await states()).toEqual({ completed: words.length }), patience)
  expect(Date.now() - since).toBeLessThan(6_000)
  expect(most).toBe(5)
})

test('a hopeless job is tried once, told once and kept with its reason', async () => {
  const { queue, send, work, told, states } = await opened()
  let tries = 0
  await work(async () => {
    tries++
    throw new PermanentFailure('550 no such user here')
  })
  await send('bad')
  await vi.waitFor(async () => expect(await states()).toEqual({ failed: 1 }), patience)
  await pause(2_500) // more than the wait before another try
  expect([tries, told().length]).toEqual([1, 1])
  const { rows } = await owner.query(
    "select output->>'reason' as reason, deletion_seconds >= 7 * 86400 as kept from pgboss.job where name = $1",
    [queue],
  )
  expect(rows).toEqual([{ reason: 'Hopeless: 550 no such user here', kept: true }])
})

test('a database that says nothing more holds up the queue only so long, and a job is done once it is back', async () => {
  const gate = await openGate({ path: join(connection.host as string, `.s.PGSQL.${connection.port}`) })
  const queue = `test.${crypto.randomUUID()}`
  const impatient = { query_timeout: 500, connectionTimeoutMillis: 500 }
  const jobs = await openJobs({ ...connection, host: '127.0.0.1', port: gate.port, ...impatient } as never, [queue], () => {}, quick)
  const done: string[] = []
  await jobs.work(queue, async ({ word }) => void done.push(word as string))
  gate.standStill()
  const since = Date.now()
  await expect(jobs.load()).rejects.toThrow('timeout')
  expect(Date.now() - since).toBeLessThan(2_000)
  await platform.database.inVendor(vendorId, db => platform.jobs.send(db, queue, { word: 'late' }))
  await gate.open()
  await vi.waitFor(() => expect(done).toEqual(['late']), patience)
  await jobs.close()
  await gate.shut()
})

test('a queue that an older release made takes the terms of this one', async () => {
  const { queue } = await opened()
  await owner.query('update pgboss.queue set retry_limit = 2, retention_seconds = 60 where name = $1', [queue])
  await opened(queue)
  const { rows } = await owner.query(
    'select retry_limit as "retryLimit", retention_seconds > 86400 as long from pgboss.queue where name = $1',
    [queue],
  )
  expect(rows).toEqual([{ retryLimit: quick.retryLimit, long: true }])
})

const patience = { timeout: 15_000, interval: 100 }

/** A queue of one test, worked by this process as a copy of the server would. */
async function opened(queue = `test.${crypto.randomUUID()}`) {
  const errors: Error[] = []
  const jobs = await openJobs(connection, [queue], error => errors.push(error), quick)
  onTestFinished(() => jobs.close())
  return {
    queue,
    work: (work: (data: Record<string, string>) => Promise<void>) => jobs.work(queue, work),
    send: (word: string) => platform.database.inVendor(vendorId, db => jobs.send(db, queue, { word })),
    told: () => errors,
    /** How many jobs there are, by their state. */
    async states() {
      const { rows } = await owner.query<{ state: string; number: string }>(
        'select state, count(*) as number from pgboss.job where name = $1 group by state',
        [queue],
      )
      return Object.fromEntries(rows.map(({ state, number }) => [state, Number(number)]))
    },
  }
}
