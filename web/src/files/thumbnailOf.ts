import type { ThumbnailSide } from '#contract/files.ts'

/** Bytes. A picture that is hardly larger than its copy is shown itself. */
const worthIt: Record<ThumbnailSide, number> = { '320': 60_000, '1280': 600_000 }

/** The link to a copy of at most so many pixels; that of a small picture stays as it is. */
export const thumbnailOf = (preview: string, fileSize: number, side: ThumbnailSide): string =>
  fileSize > worthIt[side] ? `${preview}&thumbnail=${side}` : preview
