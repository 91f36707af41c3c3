/** What the browser refused to store, in this page's memory:
 * each as JSON, with the stored one that it replaces. */
const unstored = new Map<string, { text: string; stored: string | null }>()

/** `localStorage` as JSON. What the browser does not store,
 * because it refuses or is full, lasts until the page is left. */
export const localStore = {
  read: (key: string): unknown => ifAllowed(() => JSON.parse(readText(key) ?? 'null'), null),
  write(key: string, value: unknown) {
    const text = JSON.stringify(value)
    if (isStored(key, text)) unstored.delete(key)
    else unstored.set(key, { text, stored: readStored(key) })
  },
  remove(key: string) {
    unstored.delete(key)
    ifAllowed(() => localStorage.removeItem(key), undefined)
  },
  keys(prefix: string) {
    const keys = new Set([...ifAllowed(() => Object.keys(localStorage), []), ...unstored.keys()])
    return [...keys].filter(key => key.startsWith(prefix))
  },
  /** Whether a reload would lose the value of `key`, or of any key. */
  isVolatile: (key?: string) =>
    key === undefined ? unstored.size > 0 : unstored.get(key)?.stored === readStored(key),
  /** Whether the browser stores at least a session's token. */
  isAvailable() {
    const isAvailable = isStored('probe', 'x'.repeat(1_000))
    ifAllowed(() => localStorage.removeItem('probe'), undefined)
    return isAvailable
  },
  /** Calls `listener` when another tab changes a key; `value` is
   * null where it was removed. Returns the unsubscribe function. */
  subscribe(listener: (key: string, value: unknown) => void) {
    const handleStorage = ({ key }: StorageEvent) =>
      key !== null && listener(key, localStore.read(key))
    addEventListener('storage', handleStorage)
    return () => removeEventListener('storage', handleStorage)
  },
}

const readStored = (key: string) => ifAllowed(() => localStorage.getItem(key), null)

function readText(key: string) {
  const stored = readStored(key)
  const unsaved = unstored.get(key)
  // another tab may have stored a newer one
  return unsaved?.stored === stored ? unsaved.text : stored
}

const isStored = (key: string, text: string) =>
  ifAllowed(() => {
    localStorage.setItem(key, text)
    return true
  }, false)

/** The storage may be forbidden, full, or hold a text that is no JSON. */
function ifAllowed<T>(use: () => T, fallback: T): T {
  try {
    return use()
  } catch {
    return fallback
  }
}
