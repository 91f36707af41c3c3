import { beforeEach, expect, test } from 'vitest'
import { forgetLine, isSmallerWaiting, measureLine, partSizeOf, withUploadSlot } from './line.ts'

beforeEach(forgetLine)

function startUploads(...sizes: number[]) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = sizes.map((size, index) =>
    withUploadSlot(size, () => {
      begun.push(index)
      return new Promise<number>(resolve => {
        ends[index] = () => resolve(index)
      })
    }),
  )
  const end = async (index: number) => {
    ends[index]?.()
    await works[index]
    await Promise.resolve()
  }
  return { begun, end, works }
}

test('on a fast line three uploads run at once, and waiting ones start in the order they were chosen', async () => {
  measureLine(1_000_000, 100)
  const { begun, end, works } = startUploads(9, 9, 9, 9, 9)
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  await end(1)
  expect(begun).toEqual([0, 1, 2, 3])
  await end(0)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const index of [2, 3, 4]) await end(index)
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4])
})

test('one upload runs until the line is known, and on a slow line', async () => {
  const { begun, end } = startUploads(9, 9, 9)
  await Promise.resolve()
  expect(begun).toEqual([0])
  measureLine(262_144, 5_000)
  await end(0)
  expect(begun).toEqual([0, 1])
  measureLine(262_144, 100)
  await Promise.resolve()
  expect(begun).toEqual([0, 1]) // the line may just have broken
  measureLine(262_144, 100)
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const index of [1, 2]) await end(index)
})

test('the smallest file goes first, and a larger one that has begun is told of it', async () => {
  const { begun, end } = startUploads(900, 500, 20, 30)
  await Promise.resolve()
  expect([isSmallerWaiting(900), isSmallerWaiting(20)]).toEqual([true, false])
  for (const index of [0, 2, 3, 1]) await end(index)
  expect(begun).toEqual([0, 2, 3, 1])
})

test('a failed upload frees its slot and does not fail the next one', async () => {
  const fails = Array.from({ length: 5 }, () =>
    withUploadSlot(9, () => Promise.reject(new Error('line cut'))),
  )
  expect((await Promise.allSettled(fails)).map(({ status }) => status)).toEqual(
    Array(5).fill('rejected'),
  )
  expect(await withUploadSlot(9, async () => 'sent')).toBe('sent')
})

function measureTwice(bytes: number, ms: number) {
  measureLine(bytes, ms)
  measureLine(bytes, ms)
}

test('a part is what the line carries in eight seconds, between 64 KiB and 8 MiB', () => {
  const size = 100_000_000
  const next = (of = size) => partSizeOf(of, 65_536)
  expect(next()).toBe(65_536)
  measureLine(65_536, 10_000)
  expect(next()).toBe(65_536)
  measureTwice(65_536, 1_000)
  expect(next()).toBe(8 * 65_536)
  measureTwice(10 * 65_536, 100)
  expect(next()).toBe(8_388_608)
  measureLine(65_536, 10_000)
  expect([next(), next(2_000_000_000)]).toEqual([65_536, 1_000_000])
})

test('the first part of a file is small on a slow line only', () => {
  measureLine(400_000, 8_000)
  expect([partSizeOf(2_000_000, 0), partSizeOf(2_000_000, 65_536)]).toEqual([65_536, 400_000])
  measureTwice(400_000, 1_000)
  expect(partSizeOf(2_000_000, 0)).toBe(3_200_000)
})

test('a small file, whose time is mostly latency, makes no line slow', () => {
  measureLine(1_000_000, 1_000)
  measureLine(5_000, 500)
  expect(partSizeOf(100_000_000, 0)).toBe(8_000_000)
})
