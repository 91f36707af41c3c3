/** Runs `work` under a lock that all tabs of this browser share. @throws AbortError when `signal` aborts while it waits */
export const withTabLock = <T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  // Only secure contexts have locks.
  'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work()
