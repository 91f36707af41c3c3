import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test.each([
  ['מכונת כיפוף', '\u2068מכונת כיפוף\u2069'],
  ['شركة ٧', '\u2068شركة ٧\u2069'],
  ['Iğdır Döküm A.Ş.', 'Iğdır Döküm A.Ş.'],
  ['AT26-1124', 'AT26-1124'],
])('a name keeps its place in a text, also one written from right to left: %s', (name, text) => {
  expect(isolate(name)).toBe(text)
})
