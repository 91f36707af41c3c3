export type Thumbnail = { bytes: Buffer; width: number; height: number }

export const maxThumbnailBytes = 40_000
const maxFileBytes = 20_000_000
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])
export const isThumbnailType = (fileType: string) => types.has(fileType)

/** In the metadata of each thumbnail, by which one is known that a reply brings back. */
export const mark = 'portal-thumbnail'
export const isThumbnail = (bytes: Buffer) =>
  bytes.length <= maxThumbnailBytes && bytes.includes(mark)

export const canHaveThumbnail = ({ fileType, fileSize }: { fileType: string; fileSize: number }) =>
  isThumbnailType(fileType) && fileSize <= maxFileBytes
