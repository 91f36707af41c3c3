import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { localStore } from './localStore.ts'

const fakeStorage = localStorage
// for the other files of this thread
afterAll(() => void vi.stubGlobal('localStorage', fakeStorage))

/** A browser's storage; `full` refuses to store anything new, `forbidden` refuses every use. */
function stubStorage() {
  const entries: Record<string, string> = {}
  const state = { full: false, forbidden: false }
  const storage = new Proxy(entries, {
    get(_, name) {
      if (state.forbidden) throw new DOMException('The operation is insecure.', 'SecurityError')
      if (name === 'getItem') return (key: string) => entries[key] ?? null
      if (name === 'removeItem') return (key: string) => delete entries[key]
      return (key: string, value: string) => {
        if (state.full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        entries[key] = value
      }
    },
    ownKeys() {
      if (state.forbidden) throw new DOMException('The operation is insecure.', 'SecurityError')
      return Reflect.ownKeys(entries)
    },
  })
  vi.stubGlobal('localStorage', storage)
  return { entries, state }
}

beforeEach(() => {
  for (const key of localStore.keys('')) localStore.remove(key)
})

test.each(['full', 'forbidden'] as const)(
  'a storage that is %s leaves what is written to the page, until it is removed',
  reason => {
    const { state, entries } = stubStorage()
    state[reason] = true
    localStore.write('token', 'of a session')
    expect([localStore.read('token'), localStore.keys('tok'), localStore.isVolatile()]).toEqual([
      'of a session',
      ['token'],
      true,
    ])
    expect(entries).toEqual({})
    localStore.write('token', 'of another session')
    expect(localStore.read('token')).toBe('of another session')
    localStore.remove('token')
    expect([localStore.read('token'), localStore.keys(''), localStore.isVolatile()]).toEqual([
      null,
      [],
      false,
    ])
  },
)

test('a value that could not replace the stored one counts, until another tab stores a newer one', () => {
  const { state, entries } = stubStorage()
  localStore.write('token', 'old')
  state.full = true
  localStore.write('token', 'of this tab')
  expect(localStore.read('token')).toBe('of this tab')
  expect(localStore.keys('')).toEqual(['token'])
  entries.token = '"of another tab"'
  expect(localStore.read('token')).toBe('of another tab')
})

test('of several values only those that the browser refused are volatile, until another tab stores a newer one', () => {
  const { state, entries } = stubStorage()
  localStore.write('language', 'tr')
  state.full = true
  localStore.write('token', 'of this tab')
  expect([
    localStore.isVolatile('language'),
    localStore.isVolatile('token'),
    localStore.isVolatile('draft'),
  ]).toEqual([false, true, false])
  entries.token = '"of another tab"'
  expect(localStore.isVolatile('token')).toBe(false)
})

test('a value that is stored again is no longer volatile', () => {
  const { state, entries } = stubStorage()
  state.full = true
  localStore.write('draft', 'Mil ısınıyor')
  state.full = false
  localStore.write('draft', 'Mil çok ısınıyor')
  expect([entries.draft, localStore.isVolatile()]).toEqual(['"Mil çok ısınıyor"', false])
})

test('whether a browser stores is known before a session begins, and leaves nothing behind', () => {
  const { state, entries } = stubStorage()
  expect([localStore.isAvailable(), entries]).toEqual([true, {}])
  state.full = true
  expect(localStore.isAvailable()).toBe(false)
  state.forbidden = true
  expect(localStore.isAvailable()).toBe(false)
})
