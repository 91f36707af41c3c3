import { parentPort } from 'node:worker_threads'

export type Answer = (question: never) => Promise<unknown>
export type FromThread =
  | { id: number; question: never }
  | { error: { name: string; message: string } }
  | { result: unknown }
type ToThread = { task: unknown } | { id: number; answer: unknown }

/** In a thread or process of `openWorker`: runs each task that comes,
 * and sends what it resolves to or throws. */
export function runTasks<Task, Result>(
  run: (task: Task, request: (question: unknown) => Promise<unknown>) => Promise<Result>,
) {
  const port = parentPort ?? portOfProcess()
  const waiting = new Map<number, (answer: unknown) => void>()
  let questions = 0
  const request = (question: unknown) =>
    new Promise<unknown>(resolve => {
      waiting.set(++questions, resolve)
      port.postMessage({ id: questions, question })
    })
  port.on('message', (message: ToThread) => {
    if ('task' in message) {
      run(message.task as Task, request).then(
        result => port.postMessage({ result }),
        ({ name, message }: Error) => port.postMessage({ error: { name, message } }),
      )
      return
    }
    waiting.get(message.id)?.(message.answer)
    waiting.delete(message.id)
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
