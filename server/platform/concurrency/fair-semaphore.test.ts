import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { unavailable } from '#platform/errors.ts'
import { FairSemaphore, type Requester } from './fair-semaphore.ts'

const settled = () => pause(5) // longer than the pause between two tasks of a user

function openSemaphore({ slots = 8, timeout = 60_000, maxPause = 0 } = {}) {
  const semaphore = new FairSemaphore({ slots, slotsOfVendor: 4, timeout, maxPause })
  const running = new Map<string, () => void>()
  const started: string[] = []
  const refused: Record<string, number> = {}
  /** Tasks are named by their vendor and user, such as `A1`; `as` tells those of one user apart. */
  async function run(user: string, more: Partial<Requester> & { as?: string } = {}) {
    const { as = user, ...requester } = more
    try {
      const release = await semaphore.acquire({ vendor: user.slice(0, 1), user, ...requester })
      running.set(as, release)
      started.push(as)
    } catch (error) {
      refused[as] = (error as { status: number }).status
    }
  }
  return {
    semaphore,
    started,
    refused,
    run: async (users: string[], more: Partial<Requester> = {}) => {
      for (const user of users) void run(user, more)
      await settled()
    },
    runAs: async (user: string, as: string, more: Partial<Requester> = {}) => {
      void run(user, { ...more, as })
      await settled()
    },
    async end(...tasks: string[]) {
      for (const task of tasks) {
        const release = running.get(task)
        if (!release) throw new Error(`${task} does not run`)
        running.delete(task)
        release()
        await settled()
      }
    },
  }
}

test('a task starts without waiting while a slot is free and none of its user runs', () => {
  const semaphore = new FairSemaphore({ slots: 2, slotsOfVendor: 2, timeout: 1, maxPause: 0 })
  for (const user of ['A1', 'A2'])
    expect(semaphore.acquire({ vendor: 'A', user })).toBeTypeOf('function')
  expect(semaphore.waiting).toBe(0)
})

test('a user runs one task at a time, in FIFO order', async () => {
  const { runAs, end, started } = openSemaphore()
  for (const as of ['first', 'second', 'third']) await runAs('A1', as)
  expect(started).toEqual(['first'])
  await end('first', 'second', 'third')
  expect(started).toEqual(['first', 'second', 'third'])
})

test('the rest of a call takes turns with the next calls of its user', async () => {
  const { runAs, end, started } = openSemaphore()
  for (const as of ['first', 'next', 'last']) await runAs('A1', as)
  for (const as of ['rest', 'rest of another']) await runAs('A1', as, { isBegun: true })
  const order = ['first', 'rest', 'next', 'rest of another', 'last']
  await end(...order)
  expect(started).toEqual(order)
})

test('between two tasks of a user others have twice the time that the first one took, and no task of the user starts meanwhile', async () => {
  const { run, runAs, end, started } = openSemaphore({ maxPause: 1_000 })
  await run(['A1', 'B1'])
  await runAs('A1', 'second')
  await pause(50)
  await end('A1')
  await runAs('A1', 'third')
  expect(started).toEqual(['A1', 'B1'])
  await expect.poll(() => started).toEqual(['A1', 'B1', 'second'])
})

test('others have that time after each step of a call, whose next step follows at once', async () => {
  const { run, runAs, end, started } = openSemaphore({ maxPause: 1_000 })
  await run(['A1'], { isBegun: true })
  await run(['B1'])
  await pause(50)
  await end('A1')
  await runAs('A1', 'next step', { isBegun: true })
  expect(started).toEqual(['A1', 'B1'])
  await expect.poll(() => started).toEqual(['A1', 'B1', 'next step'])
})

// Security: P18
test('the users of a vendor who read whole lists do so in turn, and their other tasks and other vendors do not wait', async () => {
  const { run, runAs, end, started } = openSemaphore()
  await run(['A1', 'A2', 'A3', 'B1'], { isBegun: true, isBatch: true })
  await runAs('A2', 'other of A2')
  expect(started).toEqual(['A1', 'B1', 'other of A2'])
  await end('A1', 'other of A2')
  await end('A3')
  expect(started.slice(3)).toEqual(['A3', 'A2'])
})

// Security: P18
test('others have that time after the first batch of a list too, and no other batch of its vendor starts meanwhile', async () => {
  const { run, end, started } = openSemaphore({ maxPause: 1_000 })
  await run(['B1'])
  await run(['A1', 'A2'], { isBatch: true })
  await pause(50)
  await end('A1')
  expect(started).toEqual(['B1', 'A1'])
  await expect.poll(() => started).toEqual(['B1', 'A1', 'A2'])
})

// Security: P13
test('slots go round-robin to vendors, and to the users of each', async () => {
  const { run, end, started } = openSemaphore({ slots: 1 })
  await run(['A1', 'A1', 'A1', 'A2', 'A2', 'B1', 'B1', 'C1'])
  const order = ['A1', 'A2', 'B1', 'C1', 'A1', 'B1', 'A2', 'A1']
  await end(...order)
  expect(started).toEqual(order)
})

// Security: P13, P18
test('a vendor has four slots at any time: the users of another one start at once', async () => {
  const { run, end, started } = openSemaphore()
  await run(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'])
  await run(['B1', 'B2', 'B3', 'B4', 'B5', 'C1'])
  expect(started).toEqual(['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'])
  await end('A1', 'A2', 'B1')
  expect(started.slice(8)).toEqual(['A5', 'C1', 'B5'])
})

test('a task whose client has left is not run, and none of the others waits for it', async () => {
  const { run, runAs, end, started, refused } = openSemaphore()
  await run(['A1'])
  let hasLeft = false
  await runAs('A1', 'left', { hasLeft: () => hasLeft })
  await runAs('A1', 'next')
  hasLeft = true
  await end('A1')
  expect([started, refused]).toEqual([['A1', 'next'], { left: 429 }])
})

describe('a user with as many waiting tasks as permitted', () => {
  test('is refused another one, and no other user is', async () => {
    const { run, runAs, refused, semaphore } = openSemaphore({ slots: 1 })
    await run(['A1', 'A1', 'A1'], { maxWaiting: 2 })
    await runAs('A1', 'third', { maxWaiting: 2 })
    await run(['A2'], { maxWaiting: 2 })
    expect([refused, semaphore.waiting]).toEqual([{ third: 429 }, 3])
  })

  test('has another one where the client of one has left', async () => {
    const { run, runAs, end, started, refused } = openSemaphore()
    await run(['A1'])
    let hasLeft = false
    await runAs('A1', 'left', { hasLeft: () => hasLeft })
    hasLeft = true
    await runAs('A1', 'another', { maxWaiting: 1 })
    await end('A1')
    expect([started, refused]).toEqual([['A1', 'another'], { left: 429 }])
  })
})

test('a user without a slot is refused after the timeout, one who has a slot waits on', async () => {
  const { run, runAs, end, started, refused, semaphore } = openSemaphore({ slots: 1, timeout: 1 })
  await run(['A1'])
  await runAs('A1', 'next')
  await run(['B1', 'B1'])
  await expect.poll(() => refused).toEqual({ B1: 503 })
  expect(semaphore.waiting).toBe(1)
  await end('A1')
  expect(started).toEqual(['A1', 'next'])
})

test('the rest of a call is not refused for its wait', async () => {
  const { run, runAs, end, started, refused } = openSemaphore({ slots: 1, timeout: 1 })
  await run(['A1'])
  await runAs('B1', 'rest', { isBegun: true })
  await runAs('B1', 'next')
  await expect.poll(() => refused).toEqual({ next: 503 })
  await end('A1')
  expect(started).toEqual(['A1', 'rest'])
})

test('all waiting tasks are refused at once where the database is down', async () => {
  const { run, end, started, semaphore } = openSemaphore({ slots: 1 })
  await run(['A1', 'A1', 'B1', 'C1'])
  semaphore.refuseWaiting(unavailable())
  await settled()
  await run(['B1'])
  await end('A1')
  expect([started, semaphore.waiting]).toEqual([['A1', 'B1'], 0])
})
