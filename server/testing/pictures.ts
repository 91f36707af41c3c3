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
