import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareCall } from './share-call.ts'

test('callers during a call share it, and the next one begins anew', async () => {
  let calls = 0
  const call = shareCall(async () => {
    await pause(1)
    return ++calls
  })
  expect(await Promise.all([call(), call()])).toEqual([1, 1])
  expect(await call()).toBe(2)
})

test('a failure is shared, and the next call may succeed', async () => {
  let calls = 0
  const call = shareCall(async () => {
    if (++calls === 1) throw new Error('the first')
    return calls
  })
  expect((await Promise.allSettled([call(), call()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(await call()).toBe(2)
})

test('a result is shared for as long as it is cached', async () => {
  let calls = 0
  const call = shareCall(async () => ++calls, 50)
  expect([await call(), await call()]).toEqual([1, 1])
  await expect.poll(call).toBe(2)
})
