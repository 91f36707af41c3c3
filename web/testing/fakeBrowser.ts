import { vi } from 'vitest'

// What unit tests of the web need of a browser's tab. A test
// imports this file before the code under test.

const storage: Record<string, string> = {}
Object.defineProperties(storage, {
  getItem: { value: (key: string) => storage[key] ?? null },
  setItem: { value: (key: string, value: string) => Object.assign(storage, { [key]: value }) },
  removeItem: { value: (key: string) => delete storage[key] },
})
const events = new EventTarget()
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('location', { hostname: 'portal.test' })
vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))

export const storedKeys = () => Object.keys(storage)

/** The connection of the browser is back. */
export const goOnline = () => events.dispatchEvent(new Event('online'))

/** Another tab removes what is stored under a key. */
export function removeInOtherTab(key: string) {
  delete storage[key]
  events.dispatchEvent(Object.assign(new Event('storage'), { key }))
}
