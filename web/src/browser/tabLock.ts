/** Runs `work` under a lock that all tabs of this browser share; without it where the browser has
 * or grants none. @throws AbortError when `signal` aborts while it waits */
export async function withTabLock<T>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  // Only secure contexts have locks.
  if (!('locks' in navigator)) return work()
  let begun = false
  try {
    return await navigator.locks.request(name, { signal }, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun || signal.aborted) throw error
    return work()
  }
}
