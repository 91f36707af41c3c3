import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { visitorOf } from '#platform/limits/requesters.ts'
import { UnsentAnswers } from './unsent-answers.ts'

const megabyte = 1024 * 1024
const customer = (name: string) => ({ vendor: 'v', user: name })

/** An answer that nobody reads. */
function answer() {
  const response = Object.assign(new EventEmitter(), {
    closed: false,
    destroy() {
      response.closed = true
      response.emit('close')
    },
  })
  return response
}

function addMany(
  unsent: UnsentAnswers,
  count: number,
  megabytes: number,
  who: { vendor: string; user: string },
) {
  const answers = Array.from({ length: count }, answer)
  for (const each of answers) unsent.add(each as never, megabytes * megabyte, who)
  return answers.map(({ closed }) => closed)
}

// Security: T12
test('of the answers that one user does not read the newest 16 MB stay', () => {
  const unsent = new UnsentAnswers()
  const closed = addMany(unsent, 100, 3, customer('a'))
  expect(closed.filter(each => !each)).toHaveLength(5)
  expect(closed.slice(-5)).toEqual(Array(5).fill(false))
  expect(unsent.bytes).toBe(15 * megabyte)
})

// Security: T12
test('of the answers that visitors of one network do not read 64 MB stay', () => {
  const unsent = new UnsentAnswers()
  addMany(unsent, 1_000, 1, visitorOf('203.0.113.5'))
  expect(unsent.bytes).toBe(64 * megabyte)
})

// Security: T12
test('of the answers that a thousand users do not read 128 MB stay, and a colleague with one is not among those who lose', () => {
  const unsent = new UnsentAnswers()
  const colleague = answer()
  unsent.add(colleague as never, megabyte, customer('colleague'))
  for (let i = 0; i < 1_000; i++) addMany(unsent, 3, 1, customer(`u${i % 100}`))
  expect(unsent.bytes).toBe(128 * megabyte)
  expect(colleague.closed).toBe(false)
})

test('a single answer may be larger than the limit, and one that is read is no longer counted', () => {
  const unsent = new UnsentAnswers()
  const large = answer()
  unsent.add(large as never, 200 * megabyte, customer('a'))
  expect(large.closed).toBe(false)
  large.destroy()
  expect(unsent.bytes).toBe(0)
})

test('an answer that is replaced by its error counts once', () => {
  const unsent = new UnsentAnswers()
  const failed = answer()
  unsent.add(failed as never, megabyte, customer('a'))
  unsent.add(failed as never, 100, customer('a'))
  expect(unsent.bytes).toBe(100)
  failed.destroy()
  expect(unsent.bytes).toBe(0)
})
