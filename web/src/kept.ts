/** What this browser remembers for its user, as JSON. A browser that refuses to remember is no reason to fail. */
export const kept = {
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
}
