import { busy } from './errors.ts'

/** Lets so many works run `atOnce`, and so many more wait for their turn, first come, first served. @throws 503 past that. */
export function openTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async work => {
    if (running < atOnce) running++
    else if (queue.length >= waiting) throw busy()
    else await new Promise<void>(turn => queue.push(turn))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next)
        next() // the place goes over to it
      else running--
    }
  }
}
