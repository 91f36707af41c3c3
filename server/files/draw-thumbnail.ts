import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { runTasks } from '#platform/worker/thread.ts'
import { openTypeReader } from './content-type.ts'
import { isThumbnailType, mark, maxThumbnailBytes, type Side, type Thumbnail } from './thumbnail.ts'

// The process that draws thumbnails. It has no secret of the server.

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

type Task = { bytes: Uint8Array; type: string; side: Side }

runTasks<Task, Thumbnail | null>(({ bytes, type, side }) => {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = openTypeReader(type)
  reader.read(picture)
  return isThumbnailType(reader.end()) ? draw(picture, side) : Promise.resolve(null)
})

async function draw(picture: Buffer, side: Side): Promise<Thumbnail | null> {
  for (const quality of [70, 55, 40]) {
    const drawn = sharp(picture, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
    })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' }) // JPEG has no transparency
    // Nothing of the picture's own metadata, such as its place, is in it.
    const encoded =
      side === 320
        ? drawn.withExif({ IFD0: { ImageDescription: mark } }).jpeg({ quality })
        : drawn.webp({ quality })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    if (data.length <= maxThumbnailBytes(side))
      return { bytes: data, width: info.width, height: info.height }
  }
  return null
}
