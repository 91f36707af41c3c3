import { expect, test, vi } from 'vitest'
import { announceVisibility, isAnyTabVisible } from './visibleTabs.ts'

function createDocument(visibilityState: 'visible' | 'hidden') {
  return Object.assign(new EventTarget(), { visibilityState })
}

test('a hidden tab knows whether another one is visible', async () => {
  const other = createDocument('visible')
  vi.stubGlobal('document', other)
  const end = announceVisibility()
  const own = createDocument('hidden')
  vi.stubGlobal('document', own)
  await expect.poll(isAnyTabVisible).toBe(true)

  vi.stubGlobal('document', other)
  other.visibilityState = 'hidden'
  other.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(isAnyTabVisible).toBe(false)
  other.visibilityState = 'visible'
  other.dispatchEvent(new Event('visibilitychange'))
  end()
  vi.stubGlobal('document', own)
  await expect.poll(isAnyTabVisible).toBe(false)
  own.visibilityState = 'visible'
  expect(await isAnyTabVisible()).toBe(true)
})

test('a hidden tab counts as alone where the browser denies locks', async () => {
  vi.stubGlobal('document', createDocument('hidden'))
  const query = vi
    .spyOn(navigator.locks, 'query')
    .mockRejectedValue(new DOMException('The operation is insecure.', 'SecurityError'))
  expect(await isAnyTabVisible()).toBe(false)
  query.mockRestore()
})
