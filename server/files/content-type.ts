import { invalid } from '#platform/errors.ts'
import { isDrawable } from './picture-size.ts'

/** Bytes from the start that determine a file's type: a PDF may begin with something else. */
const headLength = 1_024

const starts = (head: Buffer, bytes: string, at = 0) =>
  head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))

export function typeOf(head: Buffer): string | null {
  if (starts(head, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(head, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(head, 'RIFF') && starts(head, 'WEBP', 8)) return 'image/webp'
  if (starts(head, 'GIF87a') || starts(head, 'GIF89a')) return 'image/gif'
  if (starts(head, 'II*\0') || starts(head, 'MM\0*')) return 'image/tiff'
  if (starts(head, 'BM') && starts(head, '\0\0\0\0', 6)) return 'image/bmp'
  if (starts(head, '\xff\x0a') || starts(head, '\0\0\0\x0cJXL \r\n\x87\n')) return 'image/jxl'
  if (starts(head, 'ftyp', 4)) return typeOfBrands(head)
  if (starts(head, '\x1a\x45\xdf\xa3')) return isWebm(head) ? 'video/webm' : null
  if (head.subarray(0, headLength).includes('%PDF-')) return 'application/pdf'
  const binary = head.subarray(0, 64).includes(0) // a text may begin with the letters MZ
  if (
    (starts(head, 'MZ') && binary) ||
    starts(head, '\x7fELF') ||
    starts(head, '\xcf\xfa\xed\xfe') ||
    starts(head, '\xca\xfe\xba\xbe')
  )
    return program
  return null
}

/** By the first known brand of a file of boxes: the major one, else
 * a compatible one, as cameras write new ones (ISO/IEC 14496-12, 4.3). */
function typeOfBrands(head: Buffer): string | null {
  const end = Math.min(Math.max(head.readUInt32BE(0), 12), headLength)
  const brands = head.toString('latin1', 8, end).match(/.{4}/gs) ?? [] // and the version, unknown
  return brands.map(typeOfBrand).find(type => type !== null) ?? null
}

const typeOfBrand = (brand: string) =>
  typesOfBrands[brand] ?? (brandOfMp4.test(brand) ? 'video/mp4' : null)

/** Of any edition of ISO/IEC 14496, of Apple, Sony, Adobe, 3GPP and DASH. */
const brandOfMp4 = /^(iso[m2-9a-c]|mp4[12v]|avc1|M4V.|MSNV|XAVC|f4v |3g[p2].|dash)$/

/** The document type of an EBML header (RFC 8794, 11.2.8); the other one is Matroska's. */
const isWebm = (head: Buffer) => /B\x82[\s\S]{1,8}webm/.test(head.toString('latin1', 0, 64))
const typesOfBrands: Record<string, string> = {
  ...{
    heic: 'image/heic',
    heix: 'image/heic',
    heim: 'image/heic',
    heis: 'image/heic',
    mif1: 'image/heif',
    msf1: 'image/heif',
  },
  ...{
    hevc: 'image/heic-sequence',
    hevx: 'image/heic-sequence',
    avif: 'image/avif',
    avis: 'image/avif',
  },
  'qt  ': 'video/quicktime',
}
const program = 'program'
const picture = /^image\/(png|jpe?g|webp|gif)$/
const pictureOfAnyKind = /^image\/(png|jpe?g|webp|gif|hei[cf](-sequence)?|avif|jxl|tiff|bmp)$/
const playable = /^video\/(mp4|x-m4v|quicktime|webm)$/
const downloadOnly = 'application/octet-stream'
const genericType = /^application\/(octet-stream|(x-|vnd\.)[\w.-]*)$/

/** The type to store: a misnamed picture's or video's actual one. @throws 400 for
 * other content than declared, and for a program among documents */
export function verifiedType(declared: string, head: Buffer): string {
  const found = typeOf(head)
  if (pictureOfAnyKind.test(declared) && found !== null && pictureOfAnyKind.test(found))
    return isDrawable(found, head) === false ? downloadOnly : found
  if ((picture.test(declared) || declared === 'application/pdf') && found !== declared)
    throw invalid('contentNotType')
  if (found === program && !genericType.test(declared)) throw invalid('contentNotType')
  if (declared.startsWith('video/') && found?.startsWith('video/')) return found
  // Cameras write brands that nobody lists: such a video can be downloaded.
  return playable.test(declared) ? downloadOnly : declared
}

const isEnough = (head: Buffer) =>
  head.length >= headLength &&
  (typeOf(head) !== 'image/jpeg' || isDrawable('image/jpeg', head) !== undefined)

export async function* withHead(
  bytes: AsyncIterable<Buffer>,
  inspect: (head: Buffer) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(headLength)
  let length = 0
  let next = headLength // doubles, so that single-byte chunks cost linear time
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    if (length + chunk.length > head.length)
      head = Buffer.concat([head], 2 * (length + chunk.length))
    chunk.copy(head, length)
    length += chunk.length
    if (length < next) continue
    const beginning = head.subarray(0, length)
    next = 2 * length
    if (!isEnough(beginning)) continue
    inspect(beginning)
    yield beginning
    head = undefined
  }
  if (!head || length === 0) return
  inspect(head.subarray(0, length))
  yield head.subarray(0, length)
}
