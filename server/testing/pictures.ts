import sharp from 'sharp'

type Picture = {
  width: number
  height: number
  format?: 'jpeg' | 'png' | 'webp'
  orientation?: number
}

/** A picture of noise; with an `orientation` as in EXIF it
 * also has a description and the place where it was taken. */
export function createPicture({
  width,
  height,
  format = 'jpeg',
  orientation,
}: Picture): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const picture = sharp({
    create: { width, height, channels: 3, background: '#19324f', noise },
  }).toFormat(format)
  if (orientation === undefined) return picture.toBuffer()
  const location = { GPSLatitudeRef: 'N', GPSLatitude: '41/1 1/1 0/1' }
  return picture
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { ImageDescription: 'fabrika' }, IFD3: location })
    .toBuffer()
}

/** A black progressive JPEG of up to 2,647 scans, each of some bytes that a decoder applies
 * to every block of the picture: to a bit of one coefficient of one colour (ITU T.81, annex G). */
export function createProgressive(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const emptyBlocks = inBytes(runsOf(blocks))
  const refinements = Array.from({ length: scans - 1 }, (_, at) => {
    const [bit, band] = [13 - (at % 14), Math.floor(at / 14)]
    const [color, coefficient] = [(band % 3) + 1, Math.floor(band / 3) + 1]
    const bits = ((bit === 13 ? 0 : bit + 1) << 4) | bit
    return [segment(0xda, 1, color, 0, coefficient, coefficient, bits), emptyBlocks]
  })
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...inTwo(height), ...inTwo(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
    segment(0xc4, 0x00, 1, ...Array(15).fill(0), 0), // one code: no difference
    segment(0xc4, 0x10, 0, 0, 0, 15, ...Array(12).fill(0), ...runs.map(run => run << 4)),
    segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil((blocks * 3) / 8)),
    ...refinements.flat(),
    Buffer.from([0xff, 0xd9]),
  ])
}

const inTwo = (number: number) => [number >> 8, number & 255]
const segment = (marker: number, ...bytes: number[]) =>
  Buffer.from([0xff, marker, ...inTwo(bytes.length + 2), ...bytes])

/** Run lengths of empty blocks by their powers of two; each has a code of four bits. */
const runs = Array.from({ length: 15 }, (_, power) => power)
function runsOf(blocks: number): string {
  if (blocks === 0) return ''
  const power = Math.min(14, Math.floor(Math.log2(blocks)))
  const size = Math.min(blocks, 2 ** (power + 1) - 1)
  const more = power === 0 ? '' : (size - 2 ** power).toString(2).padStart(power, '0')
  return power.toString(2).padStart(4, '0') + more + runsOf(blocks - size)
}
const inBytes = (bits: string) =>
  Buffer.from(
    (bits.match(/.{1,8}/g) ?? []).flatMap(each => {
      const byte = Number.parseInt(each.padEnd(8, '1'), 2)
      return byte === 0xff ? [byte, 0] : [byte]
    }),
  )
