/**
 * Does it while no other tab of this browser does it; where one does, says so and waits until that is done or its tab is closed.
 * @throws AbortError when `signal` is raised while it waits
 */
export async function withTabLock(name: string, signal: AbortSignal, onWait: () => void, work: (waited: boolean) => Promise<void>) {
  // Only a browser that trusts the connection has locks; without them the server's keys still keep a message from arriving twice.
  if (!('locks' in navigator)) return work(false)
  const done = await navigator.locks.request(name, { ifAvailable: true }, async lock => {
    if (lock) await work(false)
    return lock !== null
  })
  if (done) return
  onWait()
  await navigator.locks.request(name, { signal }, () => work(true))
}
