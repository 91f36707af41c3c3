import { Worker } from 'node:worker_threads'
import { startProcess } from './process.ts'
import type { Answer, FromThread } from './thread.ts'

export class WorkerExceeded extends Error {
  override readonly name = 'WorkerExceeded'
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

/** Runs one task at a time in a thread whose `file` calls `runTasks`. A task above the deadline
 * or `heap` (MB) ends the thread, as `idle` ms without a task do; the next one starts another.
 * Native code in a thread goes on after its end: with `isProcess` it runs in a process instead. */
export function openWorker<Task, Result>(
  file: URL,
  { heap, idle, isProcess = false }: { heap: number; idle: number; isProcess?: boolean },
) {
  let thread: Thread | null = null
  let current: Current | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let previous: Promise<unknown> = Promise.resolve()

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
      if (current?.thread === started) current.exceed(reason)
    }
    started.on(
      'message',
      (message: FromThread) => current?.thread === started && current.receive(message),
    )
    // beyond its memory, or a failure outside of any task
    started.on('error', (error: Error) => end(error.message))
    started.on('exit', () => end('the thread has ended'))
    return started
  }

  function endThread() {
    void thread?.terminate()
    thread = null
  }

  async function runNow(task: Task, { deadline, answer }: Run): Promise<Result> {
    clearTimeout(idleTimer)
    thread ??= startThread()
    const used = thread
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Result>((resolve, reject) => {
        const exceed = (reason: string) => reject(new WorkerExceeded(reason))
        timer = setTimeout(exceed, deadline, `not finished after ${deadline} ms`)
        const receive = (message: FromThread) => {
          if ('question' in message)
            answer?.(message.question).then(
              reply => used.postMessage({ id: message.id, answer: reply }),
              reject,
            )
          else if ('error' in message) reject(new TaskFailed(message.error))
          else resolve(message.result as Result)
        }
        current = { thread: used, receive, exceed }
        used.postMessage({ task })
      })
    } catch (error) {
      if (error instanceof WorkerExceeded) endThread()
      throw error
    } finally {
      clearTimeout(timer)
      current = null
      idleTimer = setTimeout(endThread, idle).unref()
    }
  }

  return {
    /** @throws TaskFailed, WorkerExceeded */
    run(task: Task, how: Run): Promise<Result> {
      const result = previous.then(() => runNow(task, how))
      previous = result.catch(() => {})
      return result
    },
  }
}
