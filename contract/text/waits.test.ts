import { expect, test } from 'vitest'
import { waitIn } from './waits.ts'

test.each([
  [1, '1 saniye', '1 second'],
  [59, '59 saniye', '59 seconds'],
  [60, '1 dakika', '1 minute'],
  [61, '2 dakika', '2 minutes'],
  [7_199, '120 dakika', '120 minutes'],
  [7_201, '3 saat', '3 hours'],
])('%d seconds to wait are %s, or %s: never less than it takes', (seconds, turkish, english) => {
  expect(waitIn('tr', seconds)).toBe(turkish)
  expect(waitIn('en', seconds)).toBe(english)
})
