import { expect, test } from 'vitest'
import { urgencyOf } from './urgency.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
const ticket = { dateDue: null, dateWaiting: hours(-1), dateSnoozed: null }

test.each([
  [2, 'good'],
  [0.5, 'soon'],
  [-0.1, 'wrong'],
])('a reply that is due in %f hours is %s', (due, urgency) => {
  expect(urgencyOf({ ...ticket, dateDue: hours(due) }, now)).toBe(urgency)
})

test.each([
  [23, 'good'],
  [25, 'soon'],
  [73, 'wrong'],
])('without a target, a ticket that waits for %i hours is %s', (waiting, urgency) => {
  expect(urgencyOf({ ...ticket, dateWaiting: hours(-waiting) }, now)).toBe(urgency)
})

test('a snoozed ticket, and one that waits for the customer, is not urgent', () => {
  expect(urgencyOf({ ...ticket, dateSnoozed: hours(1) }, now)).toBeNull()
  expect(urgencyOf({ ...ticket, dateWaiting: null }, now)).toBeNull()
})
