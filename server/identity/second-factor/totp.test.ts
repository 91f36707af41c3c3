import { expect, test } from 'vitest'
import { base32 } from '#platform/crypto/base32.ts'
import { codeAt, stepAt, stepOf, uriOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238, appendix B', (second, code) => {
  expect(codeAt(secret, stepAt(second * 1000))).toBe(code)
})

// Security: 6.5.5
test.each([
  [-2, null],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, null],
])('a code of %i steps away is known as %s', (away, known) => {
  const now = 1_234_567_890_000
  const step = stepOf(secret, codeAt(secret, stepAt(now) + away), now)
  expect(step).toBe(known === null ? null : stepAt(now) + known)
})

test.each(['', '05924', '0005924', 'abcdef', '００５９２４'])('no code is %s', code => {
  expect(stepOf(secret, code, 1_234_567_890_000)).toBeNull()
})

test('the camera reads the secret and both names, whatever letters are in them', () => {
  const uri = new URL(uriOf(secret, 'Şişli Makine & Oğulları', 'işıl@şirket.test'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Şişli Makine & Oğulları:işıl@şirket.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32(secret),
    issuer: 'Şişli Makine & Oğulları',
  })
})
