/**
 * Runs `work` under a lock that all tabs of this browser share; calls `onWait` where another tab holds it, and waits.
 * @throws AbortError when `signal` aborts while it waits
 */
export async function withTabLock(name: string, signal: AbortSignal, onWait: () => void, work: (hasWaited: boolean) => Promise<void>) {
  // Only secure contexts have locks; without them the server's idempotency keys still prevent duplicates.
  if (!('locks' in navigator)) return work(false)
  const isDone = await navigator.locks.request(name, { ifAvailable: true }, async lock => {
    if (lock) await work(false)
    return lock !== null
  })
  if (isDone) return
  onWait()
  await navigator.locks.request(name, { signal }, () => work(true))
}
