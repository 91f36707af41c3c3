import { busy } from './errors.ts'

export type Priority = 'high' | 'normal'

/**
 * A semaphore: so many works run `atOnce`, and of each priority so many more wait, first come, first served; those of high priority start
 * before all others. @throws 503 where too many of the same priority wait.
 */
export function semaphore(atOnce: number, waiting: number): <T>(work: () => Promise<T>, priority?: Priority) => Promise<T> {
  let running = 0
  const queues: Record<Priority, (() => void)[]> = { high: [], normal: [] }
  return async (work, priority = 'normal') => {
    if (running < atOnce) running++
    else if (queues[priority].length >= waiting) throw busy()
    else await new Promise<void>(turn => queues[priority].push(turn))
    try {
      return await work()
    } finally {
      const next = queues.high.shift() ?? queues.normal.shift()
      if (next)
        next() // the place goes over to it
      else running--
    }
  }
}

/**
 * Lets one work run at a time. Those for whom others wait take turns, and the works of one go by which came first; a work that nobody
 * wants any more, as its signal says, leaves the line. @throws the signal's reason then, and `refusal` where `most` of one's own wait already
 */
export function fairMutex({
  most = Number.POSITIVE_INFINITY,
  refusal = () => busy() as Error,
} = {}): <T>(whose: string, unwanted: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let running = false
  const lines = new Map<string, Set<() => void>>()

  const wait = (whose: string, unwanted: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(whose) ?? new Set()
      if (line.size >= most) return reject(refusal())
      const begin = () => {
        unwanted.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        line.delete(begin)
        if (line.size === 0) lines.delete(whose)
        reject(unwanted.reason)
      }
      unwanted.addEventListener('abort', leave)
      lines.set(whose, line.add(begin))
    })

  /** The place goes over to the first of who waits longest, who then waits behind all others. */
  function next() {
    const [first] = lines
    if (!first) {
      running = false
      return
    }
    const [whose, line] = first
    const [begin] = line
    lines.delete(whose)
    if (begin) line.delete(begin)
    if (line.size > 0) lines.set(whose, line)
    begin?.()
  }

  return async (whose, unwanted, work) => {
    unwanted.throwIfAborted()
    if (running) await wait(whose, unwanted)
    running = true
    try {
      return await work()
    } finally {
      next()
    }
  }
}
