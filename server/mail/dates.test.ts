import { expect, test } from 'vitest'
import { fullDate } from './dates.ts'

test.each([
  ['Europe/Istanbul', '22 Kasım 2026 02:30 GMT+3', '22 November 2026 at 02:30 GMT+3'],
  ['America/New_York', '21 Kasım 2026 18:30 GMT-5', '21 November 2026 at 18:30 GMT-5'],
  ['Asia/Kolkata', '22 Kasım 2026 05:00 GMT+5:30', '22 November 2026 at 05:00 GMT+5:30'],
])('a mail of a vendor in %s has its date and clock, and says which', (timeZone, tr, en) => {
  const date = '2026-11-21T23:30:00Z'
  expect(fullDate(date, { language: 'tr', timeZone })).toBe(tr)
  expect(fullDate(date, { language: 'en', timeZone })).toBe(en)
})

test('the clock of a mail is the one of its date, also where it is another in summer', () => {
  const inBerlin = { language: 'en', timeZone: 'Europe/Berlin' } as const
  expect(fullDate('2026-01-05T08:00:00Z', inBerlin)).toBe('5 January 2026 at 09:00 GMT+1')
  expect(fullDate('2026-07-05T08:00:00Z', inBerlin)).toBe('5 July 2026 at 10:00 GMT+2')
})
