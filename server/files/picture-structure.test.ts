import { describe, expect, test } from 'vitest'
import { createProgressive } from '#testing/pictures.ts'
import { processorTimeOf } from '#testing/processor-time.ts'
import { openPicture } from './picture-structure.ts'

/** Read in chunks of `size` bytes. */
function isDecodable(type: string, bytes: Buffer, size = bytes.length) {
  const picture = openPicture(type)
  for (let at = 0; at < bytes.length; at += size) picture?.read(bytes.subarray(at, at + size))
  return picture?.isDecodable()
}
const pngChunk = (type: string, data = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const sizeOf = (width: number, height: number) => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width)
  bytes.writeUInt32BE(height, 4)
  return bytes
}
const png = (width: number, height: number, ...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.alloc(8),
    pngChunk('IHDR', sizeOf(width, height)),
    ...chunks,
    pngChunk('IEND'),
  ])
const chunks = (count: number, type: string) =>
  Array.from({ length: count }, () => pngChunk(type, Buffer.alloc(26)))
const webpChunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const animated = (frames: number, width: number, height: number) => {
  const size = Buffer.alloc(10)
  size.writeUIntLE(width - 1, 4, 3)
  size.writeUIntLE(height - 1, 7, 3)
  const frame = webpChunk('ANMF', Buffer.alloc(17))
  return Buffer.concat([
    Buffer.alloc(12),
    webpChunk('VP8X', size),
    ...Array.from({ length: frames }, () => frame),
  ])
}

const jpegStart = Buffer.from('ffd8ffe000040000', 'hex')

// Security: T16
test.each<[string, string, Buffer, boolean]>([
  ['filling bytes', 'image/jpeg', Buffer.alloc(25_000_000, 0xff), true],
  ['escaped bytes', 'image/jpeg', Buffer.alloc(25_000_000, 'ff00', 'hex'), true],
  ['restarts', 'image/jpeg', Buffer.alloc(25_000_000, 'ffd0', 'hex'), true],
  ['empty segments', 'image/jpeg', Buffer.alloc(25_000_000, 'ffe10002', 'hex'), false],
  ['empty chunks of a PNG', 'image/png', Buffer.alloc(25_000_000), false],
  ['empty chunks of a WebP', 'image/webp', Buffer.alloc(25_000_000), false],
])('25 MB of %s are read in time, at once and in chunks', (_, type, bytes, decoded) => {
  const picture = Buffer.concat([jpegStart, bytes])
  const read = () => [isDecodable(type, picture), isDecodable(type, picture, 65_536)]
  expect(processorTimeOf(() => expect(read()).toEqual([decoded, decoded]))).toBeLessThan(8_000)
})

describe('a picture that is decoded', () => {
  test.each<[string, string, Buffer]>([
    ['a JPEG of 100 scans', 'image/jpeg', createProgressive(64, 64, 100)],
    ['a large JPEG of 14 scans', 'image/jpeg', createProgressive(10_000, 7_000, 14)],
    ['a PNG with an animation', 'image/png', png(800, 600, ...chunks(300, 'fcTL'))],
    ['a PNG in many chunks', 'image/png', png(800, 600, ...chunks(5_000, 'IDAT'))],
    ['an animated WebP', 'image/webp', animated(300, 800, 600)],
    ['a JPEG that ends early', 'image/jpeg', createProgressive(64, 64, 10).subarray(0, 200)],
  ])('%s', (_, type, bytes) => {
    expect([isDecodable(type, bytes), isDecodable(type, bytes, 7)]).toEqual([true, true])
  })

  test('what follows the end of a JPEG, as the film that a phone adds, is not counted', () => {
    const film = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from([0xff, 0xda, 0, 8])))
    const bytes = Buffer.concat([createProgressive(64, 64, 10), film])
    expect(isDecodable('image/jpeg', bytes)).toBe(true)
  })

  test('a scan within the metadata of a JPEG is not counted', () => {
    const [beginning, rest] = [Buffer.from([0xff, 0xd8]), createProgressive(64, 64, 10).subarray(2)]
    const scan = Array.from({ length: 200 }, () => [0xff, 0xda, 0, 2]).flat()
    const metadata = Buffer.from([0xff, 0xe1, 3, 34, ...scan])
    expect(isDecodable('image/jpeg', Buffer.concat([beginning, metadata, rest]))).toBe(true)
  })
})

describe('a picture that is never decoded', () => {
  // Security: T16
  test.each<[string, string, Buffer]>([
    ['a JPEG of 101 scans', 'image/jpeg', createProgressive(64, 64, 101)],
    ['a large JPEG of 50 scans', 'image/jpeg', createProgressive(5_000, 5_000, 50)],
    ['a PNG with a long animation', 'image/png', png(8, 8, ...chunks(1_001, 'fcTL'))],
    ['a large PNG with an animation', 'image/png', png(8_000, 8_000, ...chunks(20, 'fcTL'))],
    ['a PNG with many compressed texts', 'image/png', png(8, 8, ...chunks(101, 'zTXt'))],
    ['a WebP with a long animation', 'image/webp', animated(1_001, 8, 8)],
    ['a large WebP with an animation', 'image/webp', animated(20, 8_000, 8_000)],
    [
      'a lossless WebP of nine bytes',
      'image/webp',
      Buffer.concat([
        Buffer.alloc(12),
        webpChunk('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0])),
      ]),
    ],
  ])('%s', (_, type, bytes) => {
    expect([isDecodable(type, bytes), isDecodable(type, bytes, 7)]).toEqual([false, false])
  })
})
