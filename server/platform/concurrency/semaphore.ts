import { busy } from '#platform/errors.ts'

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
