import { runFor } from '#platform/database/requester.ts'

/** Starts work so many times, each for another vendor: one
 * user's would have one connection in turn (record 0024). */
export const together = <T>(count: number, work: (i: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, i) =>
    runFor({ vendor: `vendor ${i}`, user: '' }, () => work(i)),
  )
