import { crc32, deflateSync } from 'node:zlib'

// The sign of web/public/favicon.svg as a PNG (RFC 2083), which some systems demand of an installed
// app. Written here: the only process that has sharp reads strangers' pictures, and no SVG.

/** `mask`: the system cuts the shape, so the colour fills
 * the square, and the sign is within its middle. */
export type IconShape = 'rounded' | 'mask'

const side = 32
const cornerRadius = 7
const halfStroke = 1.2
const circle = { x: 10.5, y: 12.5, radius: 4.5 }
const lines = [
  { x1: 15, y1: 12.5, dx: 10, dy: 0 },
  { x1: 25, y1: 9.5, dx: 0, dy: 6 },
  { x1: 5.5, y1: 21.5, dx: 21, dy: 0 },
  { x1: 9, y1: 21.5, dx: 0, dy: 4.5 },
  { x1: 23, y1: 21.5, dx: 0, dy: 4.5 },
]

const pixels = new Map<string, Buffer>()

/** An icon of `size` pixels in a colour such as `#196ac8`. */
export function appIcon(size: number, shape: IconShape, color: string): Buffer {
  const key = `${size} ${shape}`
  const data = pixels.get(key) ?? deflateSync(drawIcon(size, shape))
  pixels.set(key, data)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 3], 8) // 8 bits for each pixel, of a palette
  const { palette, alpha } = paletteOf(color)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('tRNS', alpha),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The palette's entries 0 to 127 go from the colour to
 * white, 128 to 255 from transparent to the colour. */
const half = 127

function paletteOf(color: string) {
  const channels = [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
  const steps = Array.from({ length: half + 1 }, (_, step) => step / half)
  const toWhite = steps.flatMap(step =>
    channels.map(channel => Math.round(channel + (255 - channel) * step)),
  )
  return {
    palette: Buffer.from([...toWhite, ...steps.flatMap(() => channels)]),
    alpha: Buffer.from([...steps.map(() => 255), ...steps.map(step => Math.round(255 * step))]),
  }
}

function drawIcon(size: number, shape: IconShape): Buffer {
  const isMask = shape === 'mask'
  const scale = isMask ? 0.8 : 1
  const rows = Buffer.alloc(size * (size + 1))
  const unit = side / size
  const cover = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance / unit))
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) * unit - side / 2, (row + 0.5) * unit - side / 2]
      const white = cover(
        (distanceToSign(x / scale + side / 2, y / scale + side / 2) - halfStroke) * scale,
      )
      const opaque = isMask ? 1 : cover(distanceToEdge(x, y))
      rows[row * (size + 1) + 1 + column] =
        opaque < 1 ? half + 1 + Math.round(half * opaque) : Math.round(half * white)
    }
  return rows
}

// Math.hypot takes ten times as long.
const length = (x: number, y: number) => Math.sqrt(x * x + y * y)

function distanceToSign(x: number, y: number) {
  let least = Math.abs(length(x - circle.x, y - circle.y) - circle.radius)
  for (const { x1, y1, dx, dy } of lines) {
    const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
    least = Math.min(least, length(x - x1 - along * dx, y - y1 - along * dy))
  }
  return least
}

function distanceToEdge(x: number, y: number) {
  const inner = side / 2 - cornerRadius
  return length(Math.max(0, Math.abs(x) - inner), Math.max(0, Math.abs(y) - inner)) - cornerRadius
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
