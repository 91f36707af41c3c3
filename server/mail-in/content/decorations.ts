import { imageSize } from 'image-size'
import type { Attachment } from '#platform/mail/parse-mail.ts'
import { typeOf } from '../../files/content-type.ts'

/** Pixels: lines, spacers and tracking pixels have a shorter side. */
const minSide = 16
/** Icons, portraits and logos of signatures are smaller in both; the display of a
 * small control has 240 × 128 pixels, one line of its list of alarms 300 × 20. */
const logo = { side: 256, pixels: 24_000 }
/** Bytes, of a picture whose size cannot be read. */
const minBytes = 5_000

const measured = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])
/** Bytes of a JPEG that are searched for its frame header: the metadata comes first. */
const headLength = 524_288

/** Whether an inline picture is too small to show something. */
export const isDecoration = (
  { related, disposition, mimeType }: Pick<Attachment, 'related' | 'disposition' | 'mimeType'>,
  bytes: Buffer,
) => (related || disposition === 'inline') && mimeType.startsWith('image/') && isSmall(bytes)

function isSmall(bytes: Buffer): boolean {
  const size = sizeOf(bytes.subarray(0, headLength))
  if (!size) return bytes.length < minBytes
  const { width, height } = size
  return (
    Math.min(width, height) < minSide ||
    (Math.max(width, height) < logo.side && width * height < logo.pixels)
  )
}

function sizeOf(head: Buffer): { width: number; height: number } | null {
  if (!measured.has(typeOf(head) ?? '')) return null
  try {
    const size = imageSize(head)
    return size.width > 0 && size.height > 0 ? size : null
  } catch {
    return null // no valid header
  }
}
