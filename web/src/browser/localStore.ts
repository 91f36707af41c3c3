/** `localStorage` as JSON. Where the browser refuses storage, reads give null and writes do nothing. */
export const localStore = {
  read(key: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  },
  write(key: string, value: unknown) {
    try {
      localStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage is full or forbidden.
    }
  },
  remove(key: string) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is forbidden.
    }
  },
  keys(prefix: string): string[] {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(prefix))
    } catch {
      return []
    }
  },
  /** Calls `listener` when another tab changes a key; `value` is null where it was removed. Returns the unsubscribe function. */
  subscribe(listener: (key: string, value: unknown) => void) {
    const handleStorage = ({ key }: StorageEvent) => key !== null && listener(key, localStore.read(key))
    addEventListener('storage', handleStorage)
    return () => removeEventListener('storage', handleStorage)
  },
}
