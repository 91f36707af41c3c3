import { expect, test } from 'vitest'
import { conversationPageBytes, newestPageOf } from './conversation-page.ts'

const messages = (...texts: string[]) => texts.map(message => ({ message }))
const numbers = (count: number) => messages(...Array.from({ length: count }, (_, i) => `${i}`))

test('a page has the newest hundred messages', () => {
  expect(newestPageOf(numbers(0))).toEqual([])
  expect(newestPageOf(numbers(100))).toHaveLength(100)
  expect(newestPageOf(numbers(101))).toEqual(numbers(101).slice(1))
})

test('a page has no more bytes of text than it may, but at least one message', () => {
  const half = 'ş'.repeat(conversationPageBytes / 4)
  expect(newestPageOf(messages('a', half, half))).toHaveLength(2)
  expect(newestPageOf(messages('a', half, half, 'b'))).toEqual(messages(half, 'b'))
  expect(newestPageOf(messages('a', half + half + half))).toEqual(messages(half + half + half))
})
