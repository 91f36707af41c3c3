import { invalid } from '#platform/errors.ts'
import { openPicture, type PictureReader } from './picture-structure.ts'

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
export const downloadOnly = 'application/octet-stream'
const genericType = /^application\/(octet-stream|(x-|vnd\.)[\w.-]*)$/

/** The type to store: a misnamed picture's or video's actual one. @throws 400 for
 * other content than declared, and for a program among documents */
function verifiedType(declared: string, head: Buffer): string {
  const found = typeOf(head)
  if (pictureOfAnyKind.test(declared) && found !== null && pictureOfAnyKind.test(found))
    return found
  if ((picture.test(declared) || declared === 'application/pdf') && found !== declared)
    throw invalid('contentNotType')
  if (found === program && !genericType.test(declared)) throw invalid('contentNotType')
  if (declared.startsWith('video/') && found?.startsWith('video/')) return found
  // Cameras write brands that nobody lists: such a video can be downloaded.
  return playable.test(declared) ? downloadOnly : declared
}

/** Determines the type to store from a file's bytes as they pass. */
export function openTypeReader(declared: string) {
  let head: Buffer | undefined = Buffer.alloc(headLength)
  let length = 0 // of the head
  let type = declared
  let picture: PictureReader | null = null
  const readHead = (bytes: Buffer) => {
    head = undefined
    type = verifiedType(declared, bytes)
    picture = openPicture(type)
    picture?.read(bytes)
  }
  return {
    /** @throws 400 as `verifiedType` does */
    read(bytes: Buffer) {
      if (!head) return picture?.read(bytes)
      const taken = bytes.copy(head, length)
      length += taken
      if (length < headLength) return
      readHead(head)
      picture?.read(bytes.subarray(taken))
    },
    /** After the last byte. A picture that is not to be decoded can
     * be downloaded only. @throws 400 as `verifiedType` does */
    end(): string {
      if (head && length > 0) readHead(head.subarray(0, length))
      return picture?.isDecodable() === false ? downloadOnly : type
    },
  }
}

/** Yields the bytes and, at their end, stores the type. @throws 400 as `verifiedType` does */
export async function* withType(
  bytes: AsyncIterable<Buffer>,
  declared: string,
  storeType: (type: string) => void,
): AsyncGenerator<Buffer> {
  const reader = openTypeReader(declared)
  for await (const chunk of bytes) {
    reader.read(chunk)
    yield chunk
  }
  storeType(reader.end())
}
