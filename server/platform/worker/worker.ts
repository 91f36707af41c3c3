import { Worker } from 'node:worker_threads'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import { startProcess } from './process.ts'
import type { Answer, FromThread, ToThread } from './thread.ts'

export class WorkerExceeded extends Error {
  override readonly name = 'WorkerExceeded'
  /** Whether the task took too long; else its thread ended, for a reason that may pass. */
  readonly isLate: boolean
  constructor(message: string, { isLate = false } = {}) {
    super(message)
    this.isLate = isLate
  }
}

export class TaskFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message)
    this.name = name
  }
}

/** `deadline` in ms; `answer` answers what the thread asks meanwhile. */
type Run = { deadline: number; answer?: Answer }
type Thread = Pick<Worker, 'postMessage' | 'terminate'>
type Current = { thread: Thread; receive(message: FromThread): void; exceed(reason: string): void }

/** Runs `atOnce` tasks in a thread whose `file` calls `runTasks`. One above the deadline or `heap`
 * (MB) ends the thread and the tasks that wait there, as `idle` ms without a task do; the next one
 * starts another. Native code outlives a thread: with `isProcess` it runs in a process. */
export function openWorker<Task, Result>(
  file: URL,
  {
    heap,
    idle,
    atOnce = 1,
    isProcess = false,
  }: { heap: number; idle: number; atOnce?: number; isProcess?: boolean },
) {
  let thread: Thread | null = null
  const current = new Map<number, Current>()
  let idleTimer: NodeJS.Timeout | undefined
  let tasks = 0
  const runInTurn = semaphore(atOnce, Number.POSITIVE_INFINITY)

  function startThread(): Thread {
    const started = isProcess
      ? startProcess(file, heap)
      : new Worker(file, {
          execArgv: [],
          env: {},
          resourceLimits: { maxOldGenerationSizeMb: heap },
        })
    started.unref()
    const end = (reason: string) => {
      if (thread === started) thread = null
      for (const task of current.values()) if (task.thread === started) task.exceed(reason)
    }
    started.on('message', (message: FromThread) => {
      const task = current.get(message.task)
      if (task?.thread === started) task.receive(message)
    })
    // beyond its memory, or a failure outside of any task
    started.on('error', (error: Error) => end(error.message))
    started.on('exit', () => end('the thread has ended'))
    return started
  }

  function endThread() {
    void thread?.terminate()
    thread = null
  }

  async function runNow(input: Task, { deadline, answer }: Run): Promise<Result> {
    clearTimeout(idleTimer)
    thread ??= startThread()
    const used = thread
    const task = ++tasks
    const send = (message: ToThread) => used.postMessage(message)
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Result>((resolve, reject) => {
        const exceed = (reason: string) => reject(new WorkerExceeded(reason))
        timer = setTimeout(() => {
          reject(new WorkerExceeded(`not finished after ${deadline} ms`, { isLate: true }))
          if (thread === used) endThread()
        }, deadline)
        const receive = (message: FromThread) => {
          if ('question' in message)
            answer?.(message.question).then(
              reply => send({ id: message.id, answer: reply }),
              reject,
            )
          else if ('error' in message) reject(new TaskFailed(message.error))
          else resolve(message.result as Result)
        }
        current.set(task, { thread: used, receive, exceed })
        send({ task, input })
      })
    } finally {
      clearTimeout(timer)
      current.delete(task)
      if (current.size === 0) idleTimer = setTimeout(endThread, idle).unref()
    }
  }

  return {
    /** @throws TaskFailed, WorkerExceeded */
    run: (input: Task, how: Run): Promise<Result> => runInTurn(() => runNow(input, how)),
  }
}
