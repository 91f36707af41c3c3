import { expect, test } from 'vitest'
import { formatDateTime } from '../ui/text/format.ts'
import { isPastDue, snoozeTimes } from './snoozeTimes.ts'

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

test('a time after that of a reply is past it, of several tickets after the first reply', () => {
  const ticket = (dateDue: string | null) => ({ dateDue })
  const date = '2026-11-28T05:00:00.000Z'
  expect(isPastDue(date, [ticket(null), ticket('2026-11-28T05:00:00.000Z')])).toBe(false)
  expect(isPastDue(date, [ticket(null), ticket('2026-11-28T04:59:00.000Z')])).toBe(true)
})
