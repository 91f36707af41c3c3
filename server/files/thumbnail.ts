import type { ThumbnailSide } from '#contract/files.ts'

export type Thumbnail = { bytes: Buffer; width: number; height: number }

/** Of mails, which are JPEG, and of messages in the portal; and of its viewer. */
export type Side = 320 | 1280
export const sideOf = (side: ThumbnailSide) => Number(side) as Side
/** Every browser of the portal shows WebP, but not every mail program. */
export const typeOf = (side: Side) => (side === 320 ? 'image/jpeg' : 'image/webp')
export const maxThumbnailBytes = (side: Side) => (side === 320 ? 40_000 : 256_000)

const maxFileBytes = 20_000_000
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])
export const isThumbnailType = (fileType: string) => types.has(fileType)

/** In the metadata of each thumbnail of a mail, by which one is known that a reply brings back. */
export const mark = 'portal-thumbnail'
export const isThumbnail = (bytes: Buffer) =>
  bytes.length <= maxThumbnailBytes(320) && bytes.includes(mark)

export const canHaveThumbnail = ({ fileType, fileSize }: { fileType: string; fileSize: number }) =>
  isThumbnailType(fileType) && fileSize <= maxFileBytes
