/** Waits for so many ms, but neither after the signal
 * aborts nor after the browser is online again. */
export function pause(ms: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settled = new AbortController()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { signal: settled.signal })
  addEventListener('online', () => resolve(), { signal: settled.signal })
  return promise.finally(() => {
    clearTimeout(timer)
    settled.abort()
  })
}
