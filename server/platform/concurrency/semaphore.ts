import { busy } from '#platform/errors.ts'

export type Priority = 'high' | 'normal'

type Semaphore = <T>(task: () => Promise<T>, priority?: Priority) => Promise<T>

/** Runs `maxRunning` tasks; `maxWaiting` of each priority wait in FIFO
 * order, high priority first. @throws 503 when the queue is full */
export function semaphore(maxRunning: number, maxWaiting: number): Semaphore {
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

/** A semaphore for each key, for as long as a task of the key
 * runs or waits. @throws 503 when the key's queue is full */
export function keyedSemaphore(maxRunning: number, maxWaiting: number) {
  const semaphores = new Map<string, { run: Semaphore; tasks: number }>()
  return async <T>(key: string, task: () => Promise<T>, priority?: Priority): Promise<T> => {
    const entry = semaphores.get(key) ?? { run: semaphore(maxRunning, maxWaiting), tasks: 0 }
    semaphores.set(key, entry)
    entry.tasks++
    try {
      return await entry.run(task, priority)
    } finally {
      if (--entry.tasks === 0) semaphores.delete(key)
    }
  }
}
