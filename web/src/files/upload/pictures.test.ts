import { expect, test } from 'vitest'
import { isHeic, jpegNameOf } from './heic.ts'

test.each([
  ['IMG_0012.HEIC', 'image/heic', true, 'IMG_0012.jpg'],
  ['Fotoğraf 1.heif', '', true, 'Fotoğraf 1.jpg'],
  ['mil', 'image/heif', true, 'mil.jpg'],
  ['mil.heic.png', 'image/png', false, 'mil.heic.png.jpg'],
  ['mil.jpg', 'image/jpeg', false, 'mil.jpg.jpg'],
])('%s of type %j is a HEIC picture: %j', (name, type, isOne, jpegName) => {
  expect([isHeic({ name, type }), jpegNameOf(name)]).toEqual([isOne, jpegName])
})
