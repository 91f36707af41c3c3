const lock = 'visible'

/** Tells the other tabs of this browser while this one is
 * visible. Returns the function that ends it. */
export function announceVisibility() {
  let release = () => {}
  const update = () => {
    release()
    if (document.visibilityState === 'hidden') return
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    navigator.locks?.request(lock, { mode: 'shared' }, () => promise).catch(() => {})
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    release()
  }
}

/** Whether this tab or another one of this browser is visible.
 * Locks are known in secure contexts only, as notifications are. */
export async function isAnyTabVisible() {
  if (document.visibilityState === 'visible') return true
  // the browser may deny them
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  return held.some(({ name }) => name === lock)
}
