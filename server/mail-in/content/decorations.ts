import type { Attachment } from '#platform/mail/parse-mail.ts'
import { typeOf } from '../../files/content-type.ts'
import { openPicture } from '../../files/picture-structure.ts'

/** Pixels: lines, spacers and tracking pixels have a shorter side. */
const minSide = 16
/** Icons, portraits and logos of signatures are smaller in both; the display of a
 * small control has 240 × 128 pixels, one line of its list of alarms 300 × 20. */
const logo = { side: 256, pixels: 24_000 }
/** Bytes, of a picture whose size cannot be read. */
const minBytes = 5_000

/** Whether an inline picture is too small to show something. */
export const isDecoration = (
  { related, disposition, mimeType }: Pick<Attachment, 'related' | 'disposition' | 'mimeType'>,
  bytes: Buffer,
) => (related || disposition === 'inline') && mimeType.startsWith('image/') && isSmall(bytes)

function isSmall(bytes: Buffer): boolean {
  const size = sizeOf(bytes)
  if (!size?.width || !size.height) return bytes.length < minBytes
  const { width, height } = size
  return (
    Math.min(width, height) < minSide ||
    (Math.max(width, height) < logo.side && width * height < logo.pixels)
  )
}

function sizeOf(bytes: Buffer): { width: number; height: number } | null {
  const type = typeOf(bytes) ?? ''
  if (type === 'image/gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (type === 'image/bmp' && bytes.length >= 26)
    return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  const picture = openPicture(type)
  picture?.read(bytes)
  return picture?.size() ?? null
}
