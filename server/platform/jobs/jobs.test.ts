import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultTimeouts } from '#platform/mail/smtp.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { openTcpProxy } from '#testing/servers/tcp-proxy.ts'
import { waitFor } from '#testing/wait-for.ts'
import { openJobs, PermanentFailure, type RetryPolicy } from './jobs.ts'

const portal = await openPortal()
const { owner, connection, platform } = portal
const { vendorId } = await fixturesIn(portal).vendor()
const quick: RetryPolicy = { retryLimit: 3, retryDelay: 1, retryDelayMax: 1 }

test('a failed job is retried for more than a day, and no attempt expires within the timeouts of a mail server', async () => {
  const { rows } = await owner.query<Record<string, number>>(
    `select retry_limit, retry_delay, retry_delay_max, retention_seconds, expire_seconds
       from pgboss.queue where name = 'user.invited' and retry_backoff`,
  )
  const {
    retry_limit = 0,
    retry_delay = 0,
    retry_delay_max = 0,
    retention_seconds = 0,
    expire_seconds = 0,
  } = rows[0] ?? {}
  // Half of each delay is jitter: pg-boss waits at least the delay, doubled at each attempt.
  const waits = Array.from({ length: retry_limit }, (_, retries) =>
    Math.min(retry_delay_max, retry_delay * 2 ** Math.min(16, retries)),
  )
  const day = 86_400
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(day)
  expect(retention_seconds).toBeGreaterThan(2 * day)
  const { connect, greeting, transfer, response } = defaultTimeouts
  expect(expire_seconds * 1000).toBeGreaterThan(connect + greeting + transfer + response)
})

test('a job still runs after an hour of retries', async () => {
  const { queue, send, work } = await openQueue()
  await send('later')
  // The state of a job after an outage of an hour.
  await owner.query(
    `update pgboss.job set state = 'retry', retry_count = 18, start_after = now(),
            created_on = created_on - interval '1 hour', keep_until = keep_until - interval '1 hour' where name = $1`,
    [queue],
  )
  const done: string[] = []
  await work(async ({ word }) => void done.push(word as string))
  await waitFor(() => expect(done).toEqual(['later']))
})

test('a failing job does not delay others, and its first and last failure are logged', async () => {
  const { send, work, errors, states } = await openQueue()
  const attempts: string[] = []
  await work(async ({ word }) => {
    attempts.push(word as string)
    if (word === 'bad') throw new Error('the printer is on fire')
  })
  await send('bad')
  for (const word of ['a', 'b', 'c']) await send(word)
  await waitFor(async () => expect(await states()).toEqual({ completed: 3, failed: 1 }))
  expect(attempts.filter(word => word !== 'bad').sort()).toEqual(['a', 'b', 'c'])
  expect(attempts.filter(word => word === 'bad')).toHaveLength(1 + quick.retryLimit)
  expect(
    errors.map(error => [
      error.message.replace(/Job \S+ of \S+ /, ''),
      (error.cause as Error).message,
    ]),
  ).toEqual([
    ['failed and will be retried', 'the printer is on fire'],
    ['failed permanently', 'the printer is on fire'],
  ])
})

test('jobs that are fetched together are done together, and each alone where that fails', async () => {
  const { send, work, states } = await openQueue()
  const [together, alone]: [string[][], string[]] = [[], []]
  for (const word of ['a', 'b', 'bad']) await send(word)
  await work(
    async ({ word }) => {
      alone.push(word as string)
      if (word === 'bad') throw new PermanentFailure('the printer is on fire')
    },
    {
      count: 1,
      batch: 10,
      async together(jobs) {
        const words = jobs.map(({ word }) => word as string)
        together.push(words)
        if (words.includes('bad')) throw new Error('one of them is bad')
      },
    },
  )
  await waitFor(async () => expect(await states()).toEqual({ completed: 2, failed: 1 }))
  for (const word of ['c', 'd']) await send(word)
  await waitFor(async () => expect(await states()).toMatchObject({ completed: 4 }))
  expect(together[0]?.toSorted()).toEqual(['a', 'b', 'bad'])
  expect(alone.slice(0, 3).toSorted()).toEqual(['a', 'b', 'bad'])
})

test('slow jobs do not delay other jobs or their completion, and no job runs twice', async () => {
  const { send, work, states } = await openQueue()
  const done: string[] = []
  const end = new AbortController()
  await send('slow 1')
  for (const word of ['a', 'b', 'slow 2', 'c', 'slow 3', 'd']) await send(word)
  await work(async ({ word = '' }) => {
    if (word.startsWith('slow'))
      await pause(60_000, undefined, { signal: end.signal }).catch(() => {})
    done.push(word)
  })
  await waitFor(async () => expect(await states()).toEqual({ active: 3, completed: 4 }))
  await send('e')
  await waitFor(async () => expect(await states()).toEqual({ active: 3, completed: 5 }))
  expect(done.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  end.abort()
  await waitFor(async () => expect(await states()).toEqual({ completed: 8 }))
  expect(done.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'slow 1', 'slow 2', 'slow 3'])
})

test('at most five jobs of a queue run concurrently, and the next one starts immediately', async () => {
  // Without the interval that wakes a worker each second: a job
  // that the previous one does not start stays in the queue.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { send, work, states } = await openQueue()
  vi.useRealTimers()
  const words = Array.from({ length: 60 }, (_, number) => `${number}`)
  for (const word of words) await send(word)
  let [running, maxRunning] = [0, 0]
  await work(async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await pause(20)
    running--
  })
  await waitFor(async () => expect(await states()).toEqual({ completed: words.length }))
  expect(maxRunning).toBe(5)
})

test('the workers of an idle instance make no statements of their own, and begin a job within seconds', async () => {
  const { queue, send, work } = await openQueue()
  const done: string[] = []
  await work(async ({ word }) => void done.push(word as string))
  await pause(500) // their first look
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await pause(2_500)
  const statements = query.mock.calls.flat().filter(part => typeof part === 'string')
  query.mockRestore()
  // pg-boss's maintenance names the queues in a list
  expect(statements.filter(text => text.includes(`name = '${queue}'`))).toEqual([])
  await send('seen')
  await waitFor(() => expect(done).toEqual(['seen']))
})

test('a job that fails permanently runs once, is logged once and is kept with the kind of its failure', async () => {
  const { queue, send, work, errors, states } = await openQueue()
  let attempts = 0
  await work(async () => {
    attempts++
    throw new PermanentFailure('550 no such user here')
  })
  await send('bad')
  await waitFor(async () => expect(await states()).toEqual({ failed: 1 }))
  await pause(2_500) // longer than the delay of a retry
  expect([attempts, errors.length]).toEqual([1, 1])
  const { rows } = await owner.query(
    "select output->>'reason' as reason, deletion_seconds >= 7 * 86400 as retained from pgboss.job where name = $1",
    [queue],
  )
  expect(rows).toEqual([{ reason: 'PermanentFailure', retained: true }])
})

test('the queue times out while the database does not respond, and runs its jobs when it does again', async () => {
  const proxy = await openTcpProxy({
    path: join(connection.host as string, `.s.PGSQL.${connection.port}`),
  })
  const queue = `test.${crypto.randomUUID()}`
  const shortTimeouts = { query_timeout: 3_000, connectionTimeoutMillis: 3_000 }
  const jobs = await openJobs(
    { ...connection, host: '127.0.0.1', port: proxy.port, ...shortTimeouts } as never,
    [queue],
    () => {},
    quick,
  )
  const done: string[] = []
  await jobs.work(queue, async ({ word }) => void done.push(word as string))
  proxy.stall()
  await expect(jobs.queueLoads()).rejects.toThrow('timeout')
  await platform.database.inVendor(vendorId, db => platform.jobs.send(db, queue, { word: 'late' }))
  await proxy.open()
  await waitFor(() => expect(done).toEqual(['late']))
  await jobs.close()
  await proxy.close()
})

test('a queue that an older release created gets the options of this one', async () => {
  const { queue } = await openQueue()
  await owner.query(
    'update pgboss.queue set retry_limit = 2, retention_seconds = 60 where name = $1',
    [queue],
  )
  await openQueue(queue)
  const { rows } = await owner.query(
    'select retry_limit as "retryLimit", retention_seconds > 86400 as long from pgboss.queue where name = $1',
    [queue],
  )
  expect(rows).toEqual([{ retryLimit: quick.retryLimit, long: true }])
})

// Security: T8
test('of a queue with a limit for each vendor, the jobs of one vendor leave workers for another one', async () => {
  const { send, work, states } = await openQueue()
  const other = await fixturesIn(portal).vendor()
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  await work(
    async ({ word }) => {
      begun.push(word as string)
      if (word !== 'second') await end
    },
    { count: 5, batch: 1, ofVendor: 2 },
  )
  // workers that fetch at the same moment do not see each other's jobs
  for (let i = 0; i < 2; i++) {
    await send(`first ${i}`)
    await waitFor(() => expect(begun).toHaveLength(i + 1))
  }
  for (let i = 2; i < 6; i++) await send(`first ${i}`)
  await send('second', other.vendorId)
  await waitFor(() => expect(begun).toContain('second'))
  expect(begun).toHaveLength(3)
  resolve()
  await waitFor(async () => expect(await states()).toEqual({ completed: 7 }))
})

test('two instances that delete a queue at once both succeed, and so does one that deletes a missing queue', async () => {
  const { queue } = await openQueue()
  const instances = [await openQueue(queue), await openQueue(queue)]
  await Promise.all(instances.map(({ deleteQueue }) => deleteQueue(queue)))
  await Promise.all(instances.map(({ deleteQueue }) => deleteQueue(`test.${crypto.randomUUID()}`)))
  expect((await owner.query('select from pgboss.queue where name = $1', [queue])).rowCount).toBe(0)
})

/** A queue for one test, with this process as an instance that works it. */
type Tail<A extends unknown[]> = A extends [unknown, ...infer Rest] ? Rest : never

async function openQueue(queue = `test.${crypto.randomUUID()}`) {
  const errors: Error[] = []
  const jobs = await openJobs(connection, [queue], error => errors.push(error), quick)
  onTestFinished(() => jobs.close())
  return {
    queue,
    work: (...how: Tail<Parameters<typeof jobs.work>>) => jobs.work(queue, ...how),
    deleteQueue: jobs.deleteQueue,
    send: (word: string, vendor = vendorId) =>
      platform.database.inVendor(vendor, db => jobs.send(db, queue, { word })),
    errors,
    /** The numbers of jobs by state. */
    async states() {
      const { rows } = await owner.query<{ state: string; number: string }>(
        'select state, count(*) as number from pgboss.job where name = $1 group by state',
        [queue],
      )
      return Object.fromEntries(rows.map(({ state, number }) => [state, Number(number)]))
    },
  }
}
