import { afterAll, expect, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { localStore } from '../browser/localStore.ts'
import { reloadForNewVersion } from './lazyPage.tsx'

const { localStorage, location } = globalThis
const reload = vi.fn()
const entries: Record<string, string> = {}
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => entries[key] ?? null,
  setItem: (key: string, value: string) => Object.assign(entries, { [key]: value }),
})
vi.stubGlobal('location', { ...location, reload })
vi.stubGlobal('fetch', async () => new Response())
afterAll(() => {
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('location', location) // for the other files of this thread
})

test('a page that finds a new version reloads, but not where the session is only in its memory', async () => {
  vi.stubGlobal('localStorage', undefined) // each use throws, as where storage is forbidden
  localStore.write('token', 'of a session')
  await reloadForNewVersion()
  expect(reload).not.toHaveBeenCalled()
  localStore.remove('token')
  await reloadForNewVersion()
  expect(reload).toHaveBeenCalledOnce()
})
