import { busy } from '#platform/errors.ts'

type Waiting = { start: () => void; signal: AbortSignal }

/** Runs one task at a time, round-robin over the keys. @throws the signal's reason, `refusal()` when `maxWaiting` of the key wait */
export function fairQueue({
  maxWaiting = Number.POSITIVE_INFINITY,
  refusal = () => busy() as Error,
} = {}): <T>(key: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T> {
  let isRunning = false
  const queues = new Map<string, Waiting[]>() // the first key runs next

  function startNext() {
    const [next] = queues
    if (!next) {
      isRunning = false
      return
    }
    const [key, [first, ...others]] = next
    queues.delete(key)
    if (others.length > 0) queues.set(key, others)
    first?.start()
  }

  return async (key, signal, task) => {
    if (isRunning) {
      const queue = queues.get(key) ?? []
      if (queue.filter(waiting => !waiting.signal.aborted).length >= maxWaiting) throw refusal()
      await new Promise<void>(start => queues.set(key, [...queue, { start, signal }]))
    }
    isRunning = true
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      startNext()
    }
  }
}
