import { describe, expect, test } from 'vitest'
import {
  coverageState,
  dayOf,
  daysBetween,
  formatDateTime,
  formatDay,
  formatDayInText,
  formatDuration,
  formatFileSize,
  formatLongDay,
  formatNumber,
  formatRelativeTime,
  formatRoughDuration,
  formatShortDay,
  formatShortTime,
  formatTicketTime,
  formatWhen,
  parseDay,
} from './format.ts'

/** An instant by the local clock, so that the tests pass in any time zone. */
const local = (year: number, month: number, date: number, hours = 0, minutes = 0, seconds = 0) =>
  new Date(year, month - 1, date, hours, minutes, seconds).toISOString()

describe('dates', () => {
  test('a table shows day, month, year and the time in minutes', () => {
    expect(formatDateTime(local(2026, 3, 7, 9, 5))).toBe('07/03/2026 - 09:05')
  })

  test('a ticket shows the time to the second', () => {
    expect(formatTicketTime(local(2026, 11, 21, 13, 4, 9))).toBe('21-11-2026 13:04:09')
  })

  test('a calendar day stays that day wherever it is read', () => {
    expect(formatDay('2028-02-29')).toBe('29/02/2028')
    expect(formatDayInText('2028-02-29', 'tr')).toBe('29.02.2028')
    expect(formatDayInText('2028-02-29', 'en')).toBe('29/02/2028')
  })

  test('the day of an instant is the day where its reader is', () => {
    expect(dayOf(local(2026, 1, 1, 0, 0, 1))).toBe('2026-01-01')
    expect(dayOf(local(2026, 12, 31, 23, 59, 59))).toBe('2026-12-31')
  })

  test('days are counted on the calendar, over leap days and ends of years', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
    expect(daysBetween('2026-03-02', '2026-03-01')).toBe(-1)
  })

  test('a long day is written in the words of the language', () => {
    expect(formatLongDay('2026-11-21', 'tr')).toBe('21 Kasım 2026 Cumartesi')
    expect(formatLongDay('2026-11-21', 'en')).toMatch(/^Saturday,? 21 November 2026$/)
  })
})

test('a short day has its month in letters, wherever it is read', () => {
  expect([formatShortDay('2026-11-02', 'tr'), formatShortDay('2026-11-02', 'en')]).toEqual([
    '2 Kas',
    '2 Nov',
  ])
})

describe('how long ago', () => {
  const noon = Date.parse(local(2026, 11, 21, 12))
  test.each([
    [local(2026, 11, 21, 11, 59, 40), 'şimdi', 'now'],
    [local(2026, 11, 21, 11, 58, 30), '1 dk önce', '1 min ago'],
    [local(2026, 11, 21, 10), '2 saat önce', '2 hours ago'],
    [local(2026, 11, 20, 13), '23 saat önce', '23 hours ago'],
    [local(2026, 11, 20, 11), 'dün', 'yesterday'],
    [local(2026, 11, 20, 0, 1), 'dün', 'yesterday'],
    [local(2026, 11, 19, 23, 59), '2 gün önce', '2 days ago'],
    [local(2026, 11, 15, 0, 0), '6 gün önce', '6 days ago'],
    [local(2026, 11, 14, 23, 59), 'geçen hafta', 'last week'],
    [local(2026, 11, 10, 12), 'geçen hafta', 'last week'],
    [local(2024, 11, 1, 12), '2 yıl önce', '2 years ago'],
  ])('%s is %s, or %s', (instant, turkish, english) => {
    expect(formatRelativeTime(instant, noon, 'tr')).toBe(turkish)
    expect(formatRelativeTime(instant, noon, 'en')).toBe(english)
  })

  test('two minutes over midnight are two minutes, not yesterday', () => {
    expect(
      formatRelativeTime(local(2026, 11, 20, 23, 59), Date.parse(local(2026, 11, 21, 0, 1)), 'en'),
    ).toBe('2 min ago')
  })

  test('yesterday is the previous day on the calendar, not any time up to a day and a half ago', () => {
    const morning = Date.parse(local(2026, 11, 21, 9))
    expect(formatRelativeTime(local(2026, 11, 20, 8, 59), morning, 'en')).toBe('yesterday')
    expect(formatRelativeTime(local(2026, 11, 19, 21), morning, 'en')).toBe('2 days ago')
  })

  test('a clock that runs behind the server’s never says that something will happen', () => {
    expect(formatRelativeTime(local(2026, 11, 21, 12, 0, 30), noon, 'en')).toBe('now')
  })
})

describe('what covers a machine', () => {
  const today = '2026-11-21'
  test.each([
    ['2026-11-20', 'ended'],
    ['2026-11-21', 'soon'],
    ['2026-12-21', 'soon'],
    ['2026-12-22', 'valid'],
  ])('until %s: %s', (until, state) => {
    expect(coverageState(until, today)).toBe(state)
  })
})

describe('sizes and numbers', () => {
  test.each([
    [1, '1 B', '1 B'],
    [1023, '1.023 B', '1,023 B'],
    [1024, '1 KB', '1 KB'],
    [2_516_582, '2,4 MB', '2.4 MB'],
    [104_857_600, '100 MB', '100 MB'],
    [3_221_225_472, '3 GB', '3 GB'],
  ])('%d bytes are %s, or %s', (bytes, turkish, english) => {
    expect(formatFileSize(bytes, 'tr')).toBe(turkish)
    expect(formatFileSize(bytes, 'en')).toBe(english)
  })

  test('thousands are separated as in each language', () => {
    expect(formatNumber(10_000, 'tr')).toBe('10.000')
    expect(formatNumber(10_000, 'en')).toBe('10,000')
  })
})

describe('a typed day', () => {
  test.each([
    ['03/04/2026', '2026-04-03'],
    ['3/4/2026', '2026-04-03'],
    ['3.4.2026', '2026-04-03'],
    [' 31-12-2026 ', '2026-12-31'],
    ['29/02/2028', '2028-02-29'],
    ['\u200e05.\u200e03.\u200e2031', '2031-03-05'],
  ])('%s is day, month and year', (written, day) => {
    expect(parseDay(written)).toBe(day)
  })

  test.each([
    '29/02/2026',
    '31/04/2026',
    '12/13/2026',
    '0/1/2026',
    '1/0/2026',
    '1/1/26',
    '2026',
    '',
    'yarın',
  ])('%s is no day', written => {
    expect(parseDay(written)).toBeNull()
  })
})

test.each([
  [20_000, '1 dk', '1 min'],
  [59 * 60_000, '59 dk', '59 min'],
  [119 * 60_000, '1 saat', '1 hour'],
  [30 * 3_600_000, '1 gün', '1 day'],
  [72 * 3_600_000, '3 gün', '3 days'],
])('%d ms are roughly %s', (duration, tr, en) => {
  expect([formatRoughDuration(duration, 'tr'), formatRoughDuration(duration, 'en')]).toEqual([
    tr,
    en,
  ])
})

test('an instant is short with its day and time', () => {
  expect(formatShortTime(local(2026, 11, 16, 8), 'tr')).toBe('16 Kas 08:00')
})

test('a duration is in hours and minutes', () => {
  expect([formatDuration(90, 'tr'), formatDuration(60, 'en'), formatDuration(15, 'en')]).toEqual([
    '1 saat 30 dakika',
    '1 hour',
    '15 minutes',
  ])
})

describe('an instant in a sentence', () => {
  const now = Date.parse(local(2026, 11, 30, 12, 15))
  test.each([
    [local(2026, 11, 30, 13, 31), 'bugün 13:31', 'today at 13:31'],
    [local(2026, 12, 1, 0, 5), 'yarın 00:05', 'tomorrow at 00:05'],
    [local(2026, 11, 29, 23, 59), 'dün 23:59', 'yesterday at 23:59'],
    [local(2026, 12, 2, 9, 0), '02.12.2026 09:00', '02/12/2026 09:00'],
    [local(2026, 11, 28, 9, 0), '28.11.2026 09:00', '28/11/2026 09:00'],
  ])('is named by its day where that is near: %s', (instant, turkish, english) => {
    expect(formatWhen(instant, now, 'tr')).toBe(turkish)
    expect(formatWhen(instant, now, 'en')).toBe(english)
  })
})
