import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { foldByTicket } from './foldByTicket.ts'

const notification = (_id: string, ticket: string, isRead: boolean) =>
  ({ _id, ticket, isRead }) as Notification

test('the notifications of a ticket are one line with the newest, and those that are read are another one', () => {
  const folded = foldByTicket([
    notification('5', 'a', false),
    notification('4', 'b', false),
    notification('3', 'a', false),
    notification('2', 'a', true),
    notification('1', 'b', true),
  ])
  expect(folded.map(({ latest, others, isRead }) => [latest._id, others, isRead])).toEqual([
    ['5', 1, false],
    ['4', 0, false],
    ['2', 0, true],
    ['1', 0, true],
  ])
})

test('a line that has just been read moves below the unread ones', () => {
  const folded = foldByTicket([notification('2', 'a', true), notification('1', 'b', false)])
  expect(folded.map(({ latest }) => latest._id)).toEqual(['1', '2'])
})

test('no notifications are no lines', () => {
  expect(foldByTicket([])).toEqual([])
})
