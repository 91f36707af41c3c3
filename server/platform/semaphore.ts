import { busy } from './errors.ts'

export type Priority = 'high' | 'normal'

/** Runs `maxRunning` tasks; `maxWaiting` of each priority wait in FIFO order, high priority first. @throws 503 when the queue is full */
export function semaphore(maxRunning: number, maxWaiting: number): <T>(task: () => Promise<T>, priority?: Priority) => Promise<T> {
  let running = 0
  const queues: Record<Priority, (() => void)[]> = { high: [], normal: [] }
  return async (task, priority = 'normal') => {
    if (running < maxRunning) running++
    else if (queues[priority].length >= maxWaiting) throw busy()
    else await new Promise<void>(start => queues[priority].push(start))
    try {
      return await task()
    } finally {
      const startNext = queues.high.shift() ?? queues.normal.shift()
      if (startNext)
        startNext() // takes over the slot, so `running` stays
      else running--
    }
  }
}

/** Runs one task at a time, round-robin over the waiting keys. @throws the signal's reason, `refusal()` when the key's queue is full */
export function fairMutex({
  maxWaiting = Number.POSITIVE_INFINITY,
  refusal = () => busy() as Error,
} = {}): <T>(key: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T> {
  let running = false
  const queues = new Map<string, Set<() => void>>()

  const wait = (key: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(key) ?? new Set()
      if (queue.size >= maxWaiting) return reject(refusal())
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.delete(start)
        if (queue.size === 0) queues.delete(key)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave)
      queues.set(key, queue.add(start))
    })

  function startNext() {
    const [first] = queues
    if (!first) {
      running = false
      return
    }
    const [key, queue] = first
    const [start] = queue
    queues.delete(key)
    if (start) queue.delete(start)
    if (queue.size > 0) queues.set(key, queue)
    start?.()
  }

  return async (key, signal, task) => {
    signal.throwIfAborted()
    if (running) await wait(key, signal)
    running = true
    try {
      return await task()
    } finally {
      startNext()
    }
  }
}
