import { describe, expect, test, vi } from 'vitest'
import { dayIn, daysAfter, lastWeeks } from './weeks.ts'

const at = (instant: string) => Date.parse(instant)

test('a week begins on Monday at midnight in the reader’s time zone', () => {
  expect(lastWeeks('Europe/Istanbul', at('2026-11-22T20:59:59Z'), 1)).toEqual([
    { start: '2026-11-16', instant: '2026-11-15T21:00:00.000Z' },
  ])
  expect(lastWeeks('Europe/Istanbul', at('2026-11-22T21:00:00Z'), 1)).toEqual([
    { start: '2026-11-23', instant: '2026-11-22T21:00:00.000Z' },
  ])
})

test('weeks follow each other, over the end of a year', () => {
  expect(lastWeeks('UTC', at('2027-01-06T12:00:00Z'), 3).map(({ start }) => start)).toEqual([
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ])
})

test('a week in which the clocks change begins at midnight before and after', () => {
  expect(
    lastWeeks('Europe/Berlin', at('2026-11-01T12:00:00Z'), 2).map(({ instant }) => instant),
  ).toEqual(['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

test('the day is that of the time zone', () => {
  expect([
    dayIn('Pacific/Auckland', at('2026-11-21T12:00:00Z')),
    dayIn('America/New_York', at('2026-11-21T04:00:00Z')),
  ]).toEqual(['2026-11-22', '2026-11-20'])
})

test('days are counted over leap days', () => {
  expect(daysAfter('2028-02-28', 2)).toBe('2028-03-01')
})

describe('the format of a time zone is made once', () => {
  /** Counts the formats that are made during `work`. */
  function formatsMade(work: () => void) {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    work()
    const { length } = made.mock.calls
    made.mockRestore()
    return length
  }
  const today = (timeZone: string) => dayIn(timeZone, at('2026-11-21T12:00:00Z'))
  /** `count` spellings of a time zone, in large letters and small. */
  const spellings = (timeZone: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      [...timeZone]
        .map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
        .join(''),
    )

  test('however it is spelt', () => {
    expect(formatsMade(() => spellings('Asia/Kuala_Lumpur', 500).forEach(today))).toBe(1)
  })

  test('also after more time zones than exist were requested', () => {
    const offsets = Array.from(
      { length: 24 * 60 },
      (_, i) => `${String(Math.floor(i / 60)).padStart(2, '0')}${String(i % 60).padStart(2, '0')}`,
    )
    for (const offset of offsets) today(`+${offset}`)
    expect(
      formatsMade(() => ['Africa/Nairobi', 'Africa/Nairobi', 'Africa/Nairobi'].forEach(today)),
    ).toBe(1)
  })

  test('also while others are added and evicted, as long as it is in use', () => {
    today('Europe/Lisbon')
    const others = (hour: number) =>
      Array.from(
        { length: 60 },
        (_, i) => `-${String(hour).padStart(2, '0')}${String(i).padStart(2, '0')}`,
      )
    const made = formatsMade(() => {
      for (let hour = 0; hour < 20; hour++) [...others(hour), 'Europe/Lisbon'].forEach(today)
    })
    expect(made).toBe(20 * 60)
  })
})
