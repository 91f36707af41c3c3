import { expect, test } from 'vitest'
import { withUploadSlot } from './uploadSlots.ts'

test('at most three uploads run at once, and waiting ones start in the order they were chosen', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3, 4].map(name =>
    withUploadSlot(() => {
      begun.push(name)
      return new Promise<number>(resolve => {
        ends[name] = () => resolve(name)
      })
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  await works[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[0]?.()
  await works[0]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const end of ends) end()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4])
})

test('a failed upload frees its slot and does not fail the next one', async () => {
  const fails = Array.from({ length: 5 }, () =>
    withUploadSlot(() => Promise.reject(new Error('line cut'))),
  )
  expect((await Promise.allSettled(fails)).map(({ status }) => status)).toEqual(
    Array(5).fill('rejected'),
  )
  expect(await withUploadSlot(async () => 'sent')).toBe('sent')
})
