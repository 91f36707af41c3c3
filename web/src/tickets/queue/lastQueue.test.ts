import { expect, test, vi } from 'vitest'
import '../../../testing/fakeBrowser.ts'
import { endSessionScope } from '../../data/api.ts'
import { hasLastQueue, nextInQueue, nextOf, setLastQueue } from './lastQueue.ts'

const rows = (...ids: string[]) => ids.map(_id => ({ _id }))

test('the next ticket is the one below, as long as it is still in the list', () => {
  expect(nextOf('B', ['A', 'B', 'C', 'D'], rows('A', 'C', 'D'))?._id).toBe('C')
  expect(nextOf('B', ['A', 'B', 'C', 'D'], rows('A', 'B', 'D'))?._id).toBe('D')
})

test('after the last ticket the first one follows, also a new one; of an empty list none', () => {
  expect(nextOf('C', ['A', 'B', 'C'], rows('N', 'A', 'B'))?._id).toBe('N')
  expect(nextOf('C', ['C'], rows('C'))).toBeNull()
})

const queue = { title: 'Açık', href: '/staff/tickets', ids: ['C'], query: { page: '1' } }

test('after the only ticket of a later page the first one of the list follows', async () => {
  const pages = { 0: rows('A', 'B'), 1: rows('C') }
  const fetchPage = vi.fn(async (url: string) => {
    const page = new URL(url, 'http://demir.test').searchParams.get('page') as unknown as 0 | 1
    return Response.json({ tickets: pages[page], total: 3 })
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', fetchPage)
  setLastQueue(queue)
  expect((await nextInQueue('C'))?._id).toBe('A')
  vi.stubGlobal('fetch', fetch) // other files of the thread use the stubs of the browser
})

test('the list of the user before is not that of the next one in the tab', () => {
  setLastQueue(queue)
  expect(hasLastQueue()).toBe(true)
  endSessionScope()
  expect(hasLastQueue()).toBe(false)
})
