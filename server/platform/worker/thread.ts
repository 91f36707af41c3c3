import { parentPort } from 'node:worker_threads'

export type Answer = (question: never) => Promise<unknown>
export type FromThread = { task: number } & (
  | { question: never; id: number }
  | { error: { name: string; message: string } }
  | { result: unknown }
)
export type ToThread = { task: number; input: unknown } | { id: number; answer: unknown }

/** In a thread or process of `openWorker`: runs each task that comes, and sends what
 * it resolves to or throws. While one waits for an answer, others run. */
export function runTasks<Task, Result>(
  run: (task: Task, request: (question: unknown) => Promise<unknown>) => Promise<Result>,
) {
  const port = parentPort ?? portOfProcess()
  const waiting = new Map<number, (answer: unknown) => void>()
  let questions = 0
  port.on('message', (message: ToThread) => {
    if (!('task' in message)) {
      waiting.get(message.id)?.(message.answer)
      return void waiting.delete(message.id)
    }
    const { task, input } = message
    const request = (question: unknown) =>
      new Promise<unknown>(resolve => {
        waiting.set(++questions, resolve)
        port.postMessage({ task, id: questions, question })
      })
    run(input as Task, request).then(
      result => port.postMessage({ task, result }),
      ({ name, message }: Error) => port.postMessage({ task, error: { name, message } }),
    )
  })
}

function portOfProcess() {
  if (!process.send) throw new Error('runs in a thread or process of openWorker only')
  // The server has ended: native code that is at work ends too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  return {
    postMessage: (message: object) => void process.send?.(message),
    on: (name: 'message', receive: (message: ToThread) => void) => void process.on(name, receive),
  }
}
