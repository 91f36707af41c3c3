const secondMs = 1_000
const lastLogs = new Map<string, { at: number; unlogged: number }>()

/** Logs what repeats under load once per second, with the number
 * of those of the same key that were not logged since. */
export function logEachSecond(key: string, log: (unlogged: number) => void) {
  const last = lastLogs.get(key) ?? { at: Number.NEGATIVE_INFINITY, unlogged: 0 }
  const isDue = performance.now() - last.at >= secondMs
  lastLogs.set(
    key,
    isDue ? { at: performance.now(), unlogged: 0 } : { ...last, unlogged: last.unlogged + 1 },
  )
  if (isDue) log(last.unlogged)
}
