import { crc32, deflateSync } from 'node:zlib'

const width = 640
const height = 400
type Colour = [number, number, number]

/** A PNG of a control panel that shows an alarm code of digits and A, C, E, F, H, L, P, U, -; the same bytes for the same code. */
export function alarmPicture(code: string): Buffer {
  const pixels = Buffer.alloc(height * (width * 3 + 1))
  const paint = (x: number, y: number, [r, g, b]: Colour) => {
    const at = y * (width * 3 + 1) + 1 + x * 3
    pixels[at] = r
    pixels[at + 1] = g
    pixels[at + 2] = b
  }
  const box = (x: number, y: number, w: number, h: number, colour: Colour) => {
    for (let j = Math.max(0, y); j < Math.min(height, y + h); j++)
      for (let i = Math.max(0, x); i < Math.min(width, x + w); i++) paint(i, j, colour)
  }
  // Housing with light from the upper left, display, two rows of keys, lamp.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 150 - Math.round((x / width) * 40 + (y / height) * 45) + ((x * 7 + y * 13) % 5)
      paint(x, y, [light, light + 4, light + 8])
    }
  }
  box(60, 50, 520, 190, [38, 42, 46])
  box(72, 62, 496, 166, [14, 20, 16])
  ;[...code.toUpperCase()].slice(0, 5).forEach((letter, i) => {
    for (const [x, y, w, h] of litSegments(letter)) box(110 + i * 90 + x, 86 + y, w, h, [255, 72, 40])
  })
  for (let row = 0; row < 2; row++)
    for (let key = 0; key < 7; key++) box(72 + key * 60, 270 + row * 52, 46, 38, row + key === 0 ? [60, 120, 70] : [70, 76, 84])
  for (let y = -22; y <= 22; y++)
    for (let x = -22; x <= 22; x++) if (x * x + y * y <= 484) paint(536 + x, 306 + y, x * x + y * y < 120 ? [255, 150, 130] : [224, 40, 30])
  return png(pixels)
}

// Seven segments: top, upper right, lower right, bottom, lower left, upper left, middle.
const segments = [
  [8, 0, 44, 12],
  [50, 8, 12, 50],
  [50, 62, 12, 50],
  [8, 108, 44, 12],
  [0, 62, 12, 50],
  [0, 8, 12, 50],
  [8, 54, 44, 12],
] as const
const letters: Record<string, string> = {
  '0': '012345', '1': '12', '2': '01346', '3': '01236', '4': '1256', '5': '02356', '6': '023456', '7': '012', '8': '0123456', '9': '012356',
  A: '012456', C: '0345', E: '03456', F: '0456', H: '12456', L: '345', P: '01456', U: '12345', '-': '6',
} // biome-ignore format: a table
const litSegments = (letter: string) => [...(letters[letter] ?? '')].map(index => segments[Number(index)] as (typeof segments)[number])

function png(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // eight bits, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
