import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../testing/fakeBrowser.ts'
import { token } from '../../data/api.ts'
import { setLanguage } from '../../messages/current.ts'
import { endVolatileSession, hasAddress, startLocalSession } from './session.ts'

await setLanguage('tr')

const fakeStorage = localStorage
/** The calls that the server received: path, token, and whether it outlives the page. */
const calls: { path: string; token: string; keepalive: boolean }[] = []
let isServerBroken = false

beforeEach(() => {
  calls.length = 0
  token.remove()
  vi.stubGlobal('fetch', async (path: string, { headers, keepalive = false }: RequestInit) => {
    const { authorization = '' } = headers as Record<string, string>
    calls.push({
      path: path.replace(/^.*portal\.test/, ''),
      token: authorization.replace('Bearer ', ''),
      keepalive,
    })
    return isServerBroken
      ? Response.json({ name: 'ServerError', message: 'broken' }, { status: 500 })
      : Response.json({ _id: 'ayşe' })
  })
})
afterEach(() => {
  token.remove()
  vi.stubGlobal('localStorage', fakeStorage)
})
const ended = () => calls.filter(({ path }) => path === '/user/logout').map(({ token }) => token)

test('a user whose details could not be loaded goes on with the same session', async () => {
  isServerBroken = true
  await expect(startLocalSession('new')).rejects.toThrow('broken')
  isServerBroken = false
  await startLocalSession('new')
  expect([token.read(), ended()]).toEqual(['new', []])
})

test('another session of the browser ends at the server when a user signs in', async () => {
  await startLocalSession('old')
  await startLocalSession('new')
  expect([token.read(), ended()]).toEqual(['new', ['old']])
})

test('a session that the browser did not store ends at the server with the page', async () => {
  vi.stubGlobal('localStorage', undefined) // each use throws, as where storage is forbidden
  await startLocalSession('volatile')
  endVolatileSession()
  expect(calls.at(-1)).toEqual({ path: '/user/logout', token: 'volatile', keepalive: true })
})

test('a stored session goes on when its page is left', async () => {
  await startLocalSession('stored')
  endVolatileSession()
  expect(ended()).toEqual([])
})

test.each(['\u200bstaff@demo.test', 'Staff@DEMO.TEST.', 'staff＠demo.test', ' staff@demo.test'])(
  'a link to an address of the user is theirs in any spelling: %j',
  mail => {
    const me = { email: 'staff@demo.test' } as Parameters<typeof hasAddress>[0]
    expect(hasAddress(me, mail)).toBe(true)
    expect([hasAddress(me, `ayse.${mail.trim()}`), hasAddress(me, undefined)]).toEqual([
      false,
      false,
    ])
  },
)
