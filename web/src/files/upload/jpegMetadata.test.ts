import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutMetadata } from '../../../worker/jpegMetadata.ts'

const photo = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a04020' } })
const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 1/1 0/1' } }

/** A photo with a place, an author and the profile of its colours. */
const takePhoto = (orientation?: number) =>
  photo
    .clone()
    .withMetadata(orientation ? { orientation } : {})
    .withExifMerge({ IFD0: { Artist: 'Işıl' }, ...place })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()

const stripped = async (jpeg: Buffer) => {
  const blob = withoutMetadata(new Uint8Array(jpeg))
  return blob && Buffer.from(await blob.arrayBuffer())
}

test('a photo loses its place and author, and keeps its pixels and colours', async () => {
  const jpeg = await takePhoto()
  expect((await sharp(jpeg).metadata()).exif).toBeDefined()
  const result = (await stripped(jpeg)) as Buffer
  const { exif, icc } = await sharp(result).metadata()
  expect([exif, icc !== undefined]).toEqual([undefined, true])
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
  expect(await pixels(result)).toEqual(await pixels(jpeg))
})

test.each([3, 6, 8])(
  'a photo that is turned by its Exif (%i) is not stripped',
  async orientation => {
    expect(await stripped(await takePhoto(orientation))).toBeNull()
  },
)

test('what is no JPEG, or ends within its segments, is left to the decoder', async () => {
  const jpeg = await takePhoto()
  const png = await photo.clone().png().toBuffer()
  for (const bytes of [Buffer.alloc(0), png, jpeg.subarray(0, 30)])
    expect(await stripped(bytes)).toBeNull()
})
