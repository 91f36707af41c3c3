import { expect, test } from 'vitest'
import { isAligned, mayAlign } from './alignment.ts'

test.each([
  ['firma.com.tr', 'firma.com.tr', true, true],
  ['posta.firma.com.tr', 'firma.com.tr', true, true],
  ['a.firma.com.tr', 'b.firma.com.tr', true, false],
  ['evil.com.tr', 'firma.com.tr', false, false],
  ['com.tr', 'firma.com.tr', false, false],
  ['evil.github.io', 'firma.github.io', false, false],
  ['github.io', 'firma.github.io', false, false],
  ['firma.example', 'firma.test', false, false],
  ['xn--rnek-4qa.test', 'posta.xn--rnek-4qa.test', true, true],
  ['tr', 'tr', true, false],
  ['', 'firma.com.tr', false, false],
])('%s and %s are of one organisation: %s; one speaks for the other: %s', (one, other, may, is) => {
  expect([mayAlign(one, other), mayAlign(other, one)]).toEqual([may, may])
  expect([isAligned(one, other), isAligned(other, one)]).toEqual([is, is])
})
