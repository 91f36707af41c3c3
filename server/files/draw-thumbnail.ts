import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { runTasks } from '#platform/worker/thread.ts'
import { openTypeReader } from './content-type.ts'
import { isThumbnailType, mark, maxThumbnailBytes, type Thumbnail } from './thumbnail.ts'

// The process that draws thumbnails. It has no secret of the server.

const maxSide = 320 // pixels
/** The most pixels of a picture: a progressive or interlaced
 * one is decoded whole, at 3 to 6 bytes each (record 0034). */
const maxPixels = 25_000_000

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

runTasks<{ bytes: Uint8Array; type: string }, Thumbnail | null>(({ bytes, type }) => {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = openTypeReader(type)
  reader.read(picture)
  return isThumbnailType(reader.end()) ? draw(picture) : Promise.resolve(null)
})

async function draw(picture: Buffer): Promise<Thumbnail | null> {
  for (const quality of [70, 40]) {
    const { data, info } = await sharp(picture, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
    })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' }) // JPEG has no transparency
      // and nothing of the picture's own, such as its place
      .withExif({ IFD0: { ImageDescription: mark } })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= maxThumbnailBytes)
      return { bytes: data, width: info.width, height: info.height }
  }
  return null
}
