import { expect, test } from 'vitest'
import { base32 } from './base32.ts'

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is typed as in RFC 4648, 10, without its padding', (text, typed) => {
  expect(base32(Buffer.from(text))).toBe(typed)
})
