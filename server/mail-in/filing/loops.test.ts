import { expect, test } from 'vitest'
import { isLoop } from './loops.ts'

// The messages of a ticket, from their gaps in seconds: odd ones are the customer's.
const config = { limitFactor: 1, notifyDelay: 60 }
type Written = { gap: number; author?: string; text?: string; byMail?: boolean }

const isLoopOf = (...written: Written[]) => {
  let age = 0
  const newest = written
    .map((each, at) => ({ byMail: true, author: `${at % 2}`, text: `${at}`, ...each }))
    .reverse()
    .map(({ gap, ...message }) => {
      const entry = { ...message, age }
      age += gap
      return entry
    })
  return isLoop(newest, config)
}
const repeat = (count: number, written: Written) => Array<Written>(count).fill(written)
const question = { gap: 0, byMail: false }

test('four answers at the time of their mails are a loop, and three are none', () => {
  expect(isLoopOf(question, ...repeat(3, { gap: 62 }))).toBe(false)
  expect(isLoopOf(question, ...repeat(4, { gap: 62 }))).toBe(true)
})

test('people may write twenty mails in an hour, some of them quickly', () => {
  const pace = [62, 200, 70, 65, 300, 180, 61, 240]
  const mails = Array.from({ length: 20 }, (_, at) => ({ gap: pace[at % pace.length] as number }))
  for (let count = 1; count <= 20; count++)
    expect(isLoopOf(question, ...mails.slice(0, count))).toBe(false)
  expect(isLoopOf(question, ...repeat(20, { gap: 175 }))).toBe(false)
  expect(isLoopOf(question, ...repeat(21, { gap: 165 }))).toBe(true)
})

test('a program that takes its time is known by its text, after three answers', () => {
  const mails = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ gap: 600, text: at % 2 ? `${at}` : 'Aldık.' }))
  expect(isLoopOf(question, ...mails(3))).toBe(false)
  expect(isLoopOf(question, ...mails(5))).toBe(true)
})

test('who writes several mails in a row, as one for each picture, is no program', () => {
  const picture = { gap: 5, author: 'a', text: 'image0.jpeg' }
  expect(isLoopOf(question, ...repeat(10, picture))).toBe(false)
})

test('a message from the portal begins anew', () => {
  expect(isLoopOf(...repeat(8, { gap: 62 }), { gap: 62, byMail: false })).toBe(false)
  expect(
    isLoopOf(...repeat(8, { gap: 62 }), { gap: 62, byMail: false }, ...repeat(3, { gap: 62 })),
  ).toBe(false)
})
