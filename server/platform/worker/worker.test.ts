import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openWorker, TaskFailed, WorkerExceeded } from './worker.ts'

const folder = await mkdtemp(join(tmpdir(), 'tezgah-worker-'))
afterAll(() => rm(folder, { recursive: true }))
const file = join(folder, 'thread.mjs')
await writeFile(
  file,
  `import { pbkdf2 } from 'node:crypto'
   import { isMainThread, threadId } from 'node:worker_threads'
   import { runTasks } from ${JSON.stringify(new URL('./thread.ts', import.meta.url).href)}
   runTasks(async (task, request) => {
     if (task === 'loop') for (;;);
     if (task === 'grow') for (const all = []; ; ) all.push({ text: 'x'.repeat(all.length) })
     if (task === 'native') return new Promise(done => pbkdf2('', '', 2 ** 31 - 1, 64, 'sha512', done))
     if (task === 'exit') process.exit(1)
     if (task === 'throw') throw new RangeError('out of range')
     if (task === 'ask') return request('how many?')
     return task === 'thread' ? (isMainThread ? process.pid : threadId) : task
   })`,
)
const deadline = 50_000

describe.each([
  ['thread', false],
  ['process', true],
])('in a %s', (_, isProcess) => {
  const open = (idle = 60_000, atOnce = 1) =>
    openWorker<string, unknown>(pathToFileURL(file), { heap: 32, idle, atOnce, isProcess })

  test('a task is answered by its result, and one that fails by its error', async () => {
    const { run } = open()
    expect(await Promise.all(['a', 'b'].map(task => run(task, { deadline })))).toEqual(['a', 'b'])
    const error = await run('throw', { deadline }).catch((error: Error) => error)
    expect(error).toBeInstanceOf(TaskFailed)
    expect(error).toMatchObject({ name: 'RangeError', message: 'out of range' })
  })

  test('a task can ask the thread that started it', async () => {
    const questions: string[] = []
    const answer = async (question: string) => questions.push(question)
    expect(await open().run('ask', { deadline, answer })).toBe(1)
    expect(questions).toEqual(['how many?'])
  })

  test.each([
    ['never ends', 'loop', 500, true],
    ['takes more memory than its thread has', 'grow', deadline, false],
    ['ends its thread', 'exit', deadline, false],
  ])(
    'a task that %s fails, and the next one runs in another thread',
    async (_, task, after, isLate) => {
      const { run } = open()
      const first = await run('thread', { deadline })
      const results = await Promise.allSettled([
        run(task, { deadline: after }),
        run('a', { deadline }),
        run('thread', { deadline }),
      ])
      expect(results).toMatchObject([
        { status: 'rejected', reason: { name: 'WorkerExceeded', isLate } },
        { status: 'fulfilled', value: 'a' },
        { status: 'fulfilled' },
      ])
      expect(results[2]).not.toMatchObject({ value: first })
    },
  )

  test('a task does not wait for the answer to another one where several run at once', async () => {
    const { run } = open(60_000, 2)
    const { promise, resolve } = Promise.withResolvers<number>()
    const asking = run('ask', { deadline, answer: () => promise })
    expect(await run('a', { deadline })).toBe('a')
    resolve(3)
    expect(await asking).toBe(3)
  })

  test('a task that ends the thread ends those that wait in it for an answer, and no later one', async () => {
    const { run } = open(60_000, 3)
    const asking = run('ask', { deadline, answer: () => new Promise(() => {}) })
    const results = Promise.allSettled([asking, run('loop', { deadline: 500 })])
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(asking).rejects.toThrow(WorkerExceeded)
    expect(await run('a', { deadline })).toBe('a')
  })

  test('tasks share a thread, which ends when there is nothing to do', async () => {
    const { run } = open(1)
    const [first, second] = await Promise.all([
      run('thread', { deadline }),
      run('thread', { deadline }),
    ])
    expect(second).toBe(first)
    await expect.poll(() => run('thread', { deadline })).not.toBe(first)
  })
})

// Security: T16
test('native code that is at work in a process ends with it, at the deadline', async () => {
  const { run } = openWorker<string, unknown>(pathToFileURL(file), {
    heap: 32,
    idle: 60_000,
    isProcess: true,
  })
  const pid = Number(await run('thread', { deadline }))
  await expect(run('native', { deadline: 300 })).rejects.toBeInstanceOf(WorkerExceeded)
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
})
