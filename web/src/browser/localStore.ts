/** `localStorage` as JSON. Where the browser refuses storage, reads give null and writes do nothing. */
export const localStore = {
  read: (key: string): unknown => ifAllowed(() => JSON.parse(localStorage.getItem(key) ?? 'null'), null),
  write: (key: string, value: unknown) => ifAllowed(() => localStorage.setItem(key, JSON.stringify(value)), undefined),
  remove: (key: string) => ifAllowed(() => localStorage.removeItem(key), undefined),
  keys: (prefix: string) => ifAllowed(() => Object.keys(localStorage).filter(key => key.startsWith(prefix)), []),
  /** Calls `listener` when another tab changes a key; `value` is null where it was removed. Returns the unsubscribe function. */
  subscribe(listener: (key: string, value: unknown) => void) {
    const handleStorage = ({ key }: StorageEvent) => key !== null && listener(key, localStore.read(key))
    addEventListener('storage', handleStorage)
    return () => removeEventListener('storage', handleStorage)
  },
}

/** The storage may be forbidden, full, or hold a text that is no JSON. */
function ifAllowed<T>(use: () => T, fallback: T): T {
  try {
    return use()
  } catch {
    return fallback
  }
}
