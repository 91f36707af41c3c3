import { expect, test } from 'vitest'
import { contrast, isLegibleOnWhite, lighten } from './colors.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('%s and %s have a contrast of %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBeCloseTo(ratio, 2)
})

test.each([
  ['#196ac8', true],
  ['#767676', true],
  ['#777777', false],
  ['#ffd400', false],
])('whether white text on %s is legible: %s', (color, legible) => {
  expect(isLegibleOnWhite(color)).toBe(legible)
})

test('each colour that is legible on white is, lightened, legible on the ground of dark mails', () => {
  const steps = [0, 51, 102, 153, 204, 255].map(byte => byte.toString(16).padStart(2, '0'))
  const colors = steps
    .flatMap(red => steps.flatMap(green => steps.map(blue => `#${red}${green}${blue}`)))
    .filter(isLegibleOnWhite)
  expect(colors.length).toBeGreaterThan(50)
  expect(colors.filter(color => contrast(lighten(color), '#1f2226') < 4.5)).toEqual([])
})
