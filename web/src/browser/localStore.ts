/** What this browser remembers for its user, as JSON. A browser that refuses to remember is no reason to fail. */
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
      // Full, or forbidden: what is on the screen is still there.
    }
  },
  forget(key: string) {
    try {
      localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
  /** The keys that begin so. */
  keys(prefix: string): string[] {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(prefix))
    } catch {
      return []
    }
  },
  /** Tells when another tab of this browser has changed what is remembered: null where it was forgotten. Gives back the end of it. */
  whenChangedElsewhere(tell: (key: string, value: unknown) => void) {
    const heard = ({ key }: StorageEvent) => key !== null && tell(key, localStore.read(key))
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  },
}
