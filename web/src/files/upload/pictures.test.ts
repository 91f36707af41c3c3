import { expect, test } from 'vitest'
import { isHeic, isReducible, jpegNameOf } from './pictures.ts'

test.each([
  ['IMG_0012.HEIC', 'image/heic', true, 'IMG_0012.jpg'],
  ['Fotoğraf 1.heif', '', true, 'Fotoğraf 1.jpg'],
  ['mil', 'image/heif', true, 'mil.jpg'],
  ['mil.heic.png', 'image/png', false, 'mil.heic.jpg'],
  ['mil.JPG', 'image/jpeg', false, 'mil.JPG'],
  ['çizim.png.pdf', 'application/pdf', false, 'çizim.png.pdf.jpg'],
])('%s of type %j is a HEIC picture: %j', (name, type, isOne, jpegName) => {
  expect([isHeic({ name, type }), jpegNameOf(name)]).toEqual([isOne, jpegName])
})

test.each([
  ['a photo of any size', 'image/jpeg', 1_000, true],
  ['a small drawing', 'image/png', 300_000, false],
  ['a large screenshot', 'image/png', 300_001, true],
  ['a moving picture', 'image/gif', 5_000_000, false],
])('%s (%s, %i bytes) is made smaller: %j', (_, type, size, isOne) => {
  expect(isReducible({ name: 'mil', type, size })).toBe(isOne)
})
