import { expect, test } from 'vitest'
import { keyOf } from './keys.ts'

test.each([
  ['Russian', 'о', 'KeyJ', 'j'],
  ['Russian, Caps Lock', 'У', 'KeyE', 'e'],
  ['Greek', 'ξ', 'KeyJ', 'j'],
  ['Greek', ';', 'KeyQ', 'q'],
  ['Arabic', 'ت', 'KeyJ', 'j'],
  ['Arabic, two letters of one key', 'لا', 'KeyB', 'b'],
  ['Arabic', '؟', 'Slash', '?'],
  ['Hebrew', 'ח', 'KeyJ', 'j'],
  ['Persian', '۰', 'Digit0', '0'],
])('on a %s keyboard %s at %s is the shortcut %s, by its place', (_, key, code, expected) => {
  expect(keyOf({ key, code })).toBe(expected)
})

test.each([
  ['English', 'J', 'KeyJ', 'j'],
  ['French', 'a', 'KeyQ', 'a'],
  ['Dvorak', '.', 'KeyE', '.'],
  ['Dvorak', ';', 'KeyZ', ';'],
  ['Turkish', 'ş', 'Semicolon', 'ş'],
  ['Russian', '?', 'Digit7', '?'],
  ['any', 'Escape', 'Escape', 'escape'],
  ['German', '§', 'Digit3', '§'],
])('on a %s keyboard %s at %s is what it says', (_, key, code, expected) => {
  expect(keyOf({ key, code })).toBe(expected)
})
