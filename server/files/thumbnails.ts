import { buffer } from 'node:stream/consumers'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import type { Storage } from '#platform/storage/storage.ts'

export type Thumbnail = { bytes: Buffer; width: number; height: number }

const maxSide = 320 // pixels
const maxThumbnailBytes = 40_000
const maxFileBytes = 20_000_000
/** The most pixels of a picture: a progressive or interlaced
 * one is decoded whole, at 3 to 6 bytes each (record 0034). */
const maxPixels = 25_000_000
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])
const timeout = 30 // seconds

/** In the metadata of each thumbnail, by which one is known that a reply brings back. */
const mark = 'portal-thumbnail'
export const isThumbnail = (bytes: Buffer) =>
  bytes.length <= maxThumbnailBytes && bytes.includes(mark)

export const canHaveThumbnail = ({ fileType, fileSize }: { fileType: string; fileSize: number }) =>
  types.has(fileType) && fileSize <= maxFileBytes

const oneAtATime = semaphore(1, Number.POSITIVE_INFINITY) // bounds the memory

export async function makeThumbnail(storage: Storage, key: string): Promise<Thumbnail | null> {
  return oneAtATime(async () => {
    const stored = await storage.get(key)
    return stored && draw(await buffer(stored.bytes))
  }).catch(() => null)
}

async function draw(bytes: Buffer): Promise<Thumbnail | null> {
  const sharp = await openSharp()
  for (const quality of [70, 40]) {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
    })
      .timeout({ seconds: timeout })
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

type Sharp = typeof import('sharp')['default']
let opened: Promise<Sharp> | undefined

/** On demand, as it takes memory; with the three decoders only. */
const openSharp = () => {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    })
    return sharp
  })
  return opened
}
