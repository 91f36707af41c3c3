// A JPEG's segments before its first scan: a marker (0xff and its code), a length
// of two bytes that counts itself, and the content (ITU-T T.81, B.1.1.4).

const codes = { start: 0xd8, scan: 0xda, application0: 0xe0, exif: 0xe1, comment: 0xfe }
/** What decoders need: JFIF, the colour profile, and Adobe's colour transform. */
const kept = new Set([codes.application0, codes.application0 + 2, codes.application0 + 14])
const orientationTag = 0x0112

/** The JPEG without Exif, XMP, comments and what makers of cameras add; null where it is not
 * a JPEG, or only its Exif says which side is up. */
export function withoutMetadata(jpeg: Uint8Array<ArrayBuffer>): Blob | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (jpeg.length < 4 || view.getUint16(0) !== 0xff00 + codes.start) return null
  const parts = [jpeg.subarray(0, 2)]
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const code = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return null
    if (code === codes.scan) return new Blob([...parts, jpeg.subarray(at)], { type: 'image/jpeg' })
    const end = at + 2 + view.getUint16(at + 2)
    if (end > jpeg.length) return null
    if (code === codes.exif && isTurned(jpeg.subarray(at + 4, end))) return null
    const isApplication = code >= codes.application0 && code <= codes.application0 + 15
    if (code !== codes.comment && (!isApplication || kept.has(code)))
      parts.push(jpeg.subarray(at, end))
    at = end
  }
  return null
}

/** Whether the first directory of Exif (TIFF 6.0, section 2) has an
 * orientation other than the usual one, or cannot be read. */
function isTurned(exif: Uint8Array): boolean {
  if (String.fromCharCode(...exif.subarray(0, 6)) !== 'Exif\0\0') return false // XMP
  const tiff = new DataView(exif.buffer, exif.byteOffset + 6, exif.byteLength - 6)
  try {
    const isLittleEndian = tiff.getUint16(0) === 0x4949
    const directory = tiff.getUint32(4, isLittleEndian)
    const count = tiff.getUint16(directory, isLittleEndian)
    for (let i = 0; i < count; i++) {
      const entry = directory + 2 + i * 12
      if (tiff.getUint16(entry, isLittleEndian) === orientationTag)
        return tiff.getUint16(entry + 8, isLittleEndian) > 1
    }
    return false
  } catch {
    return true // ends within it
  }
}
