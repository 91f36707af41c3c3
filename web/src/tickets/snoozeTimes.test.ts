import { expect, test } from 'vitest'
import { formatDateTime } from '../ui/text/format.ts'
import { snoozeTimes } from './snoozeTimes.ts'

const at = (month: number, date: number, hours: number, minutes = 0) =>
  new Date(2026, month - 1, date, hours, minutes).getTime()
const timesAt = (now: number) =>
  snoozeTimes(now).map(({ name, date }) => `${name} ${formatDateTime(date)}`)

test('a ticket is snoozed for three hours, or until a morning', () => {
  expect(timesAt(at(11, 27, 9, 50))).toEqual([
    'later 27/11/2026 - 13:00',
    'tomorrow 28/11/2026 - 08:00',
    'nextMonday 30/11/2026 - 08:00',
    'inThirtyDays 27/12/2026 - 08:00',
  ])
})

test('late in the evening a ticket is not snoozed into the night', () => {
  expect(timesAt(at(12, 31, 21, 1))[0]).toBe('tomorrow 01/01/2027 - 08:00')
})

test('on Sunday, Monday is tomorrow; on Monday, it is in a week', () => {
  expect(timesAt(at(11, 29, 10))).toEqual([
    'later 29/11/2026 - 13:00',
    'tomorrow 30/11/2026 - 08:00',
    'inThirtyDays 29/12/2026 - 08:00',
  ])
  expect(timesAt(at(11, 30, 10))[2]).toBe('nextMonday 07/12/2026 - 08:00')
})
