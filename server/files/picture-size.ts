/** The most pixels of a preview: a browser decodes each to 4 bytes, however small the file is. */
const maxPixels = 70_000_000
/** Bytes of a JPEG that are searched for its frame header: the metadata comes first. */
const jpegHeadLength = 524_288

/** Whether a picture is small enough for a preview; undefined
 * if the beginning is too short, and for other types. */
export function isDrawable(type: string, head: Buffer): boolean | undefined {
  const pixels = pixelsOf[type]?.(head)
  if (pixels !== undefined) return pixels <= maxPixels
  return type === 'image/jpeg' && head.length >= jpegHeadLength ? false : undefined
}

/** The first chunk is the header (PNG specification, 5.6). */
const pixelsOfPng = (head: Buffer) =>
  head.length < 24 ? undefined : head.readUInt32BE(16) * head.readUInt32BE(20)

/** Lossy, lossless or extended (RFC 9649). */
function pixelsOfWebp(head: Buffer): number | undefined {
  if (head.length < 30) return undefined
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1)
  if (chunk === 'VP8L')
    return ((head.readUInt32LE(21) & 0x3fff) + 1) * (((head.readUInt32LE(21) >> 14) & 0x3fff) + 1)
  return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff)
}

/** From the frame header (ITU T.81, B.2.2). Bytes between
 * two segments are skipped, as decoders do. */
function pixelsOfJpeg(head: Buffer): number | undefined {
  for (let at = 2; ; ) {
    at = head.indexOf(0xff, at)
    if (at < 0) return undefined
    while (head[at] === 0xff) at++
    const marker = head[at++] ?? 0
    if (marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) continue // without a segment
    if (at + 7 > head.length) return undefined
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return head.readUInt16BE(at + 3) * head.readUInt16BE(at + 5)
    at += head.readUInt16BE(at)
  }
}

const pixelsOf: Record<string, (head: Buffer) => number | undefined> = {
  'image/png': pixelsOfPng,
  'image/webp': pixelsOfWebp,
  'image/jpeg': pixelsOfJpeg,
}
