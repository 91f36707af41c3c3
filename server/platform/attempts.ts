import { tooManyRequests } from './errors.ts'

export type Attempts = {
  /** Counts an attempt under these words. @throws 429 with the seconds to wait, once there were too many. */
  count(...words: string[]): void
  /** Takes one back: it went well. */
  forgive(...words: string[]): void
}

/**
 * Lets `most` attempts through at once, and then one more each time that its share of `seconds` has passed.
 * Counted in the memory of this process: each copy of the server counts for itself, and a restart forgives.
 */
export function openAttempts(most: number, seconds: number): Attempts {
  const share = (seconds * 1000) / most
  /** When all the attempts of a key will be forgotten, in milliseconds. */
  const ends = new Map<string, number>()
  return {
    count(...words) {
      const key = JSON.stringify(words)
      const now = Date.now()
      const end = Math.max(ends.get(key) ?? 0, now) + share
      const wait = end - now - most * share
      if (wait > 0) throw tooManyRequests(Math.ceil(wait / 1000))
      if (ends.size >= 100_000) for (const [old, its] of ends) if (its < now || ends.size >= 100_000) ends.delete(old)
      ends.set(key, end)
    },
    forgive(...words) {
      const key = JSON.stringify(words)
      const end = ends.get(key)
      if (end !== undefined) ends.set(key, end - share)
    },
  }
}
