/** The most pixels of a preview: a browser decodes each to 4 bytes, however small the file is. */
const maxPixels = 70_000_000
/** The most scans of a JPEG: each is decoded over the whole picture (record 0072). */
const maxScans = 100
/** The most frames of an animation. */
const maxFrames = 1_000
/** The most compressed texts of a PNG, each of which is unpacked to megabytes. */
const maxTexts = 100
/** The most segments or chunks: reading the head of one costs as much as passing kilobytes. */
const maxSegments = 100_000
/** The most pixels of all scans or frames together. */
const maxDrawnPixels = 1_000_000_000

type Size = { width: number; height: number }
type Structure = Size & { segments: number; scans: number; frames: number; texts: number }

/** Reads so many bytes, and gets them; or passes over them, or
 * over all before the next marker of a segment, and gets its byte. */
type Step = { read: number } | { skip: number } | { marker: true }
type Steps = Generator<Step, void, Buffer>

export type PictureReader = {
  read(bytes: Buffer): void
  /** Whether a server or browser may decode the picture: its cost is
   * bounded by its structure. Asked when all bytes are read. */
  isDecodable(): boolean
  /** In pixels, as far as the bytes that were read say it. */
  size(): Size | null
}

export const isPicture = (type: string) => stepsOf[type] !== undefined

/** Reads the structure of a picture from its bytes as they pass, without decoding
 * it, in time that depends on their number only; null for other types. */
export function openPicture(type: string): PictureReader | null {
  const structure: Structure = { width: 0, height: 0, segments: 0, scans: 0, frames: 0, texts: 0 }
  const steps = stepsOf[type]?.(structure)
  if (!steps) return null
  let step = steps.next(noBytes)
  let done = 0 // of the step's bytes
  let held: Buffer = noBytes // of a step that began in an earlier chunk
  let isMarker = false // the last byte before this chunk began one
  const goOn = (bytes: Buffer) => {
    step = steps.next(bytes)
    done = 0
    held = noBytes
  }
  return {
    read(bytes) {
      for (let rest = bytes; rest.length > 0 && !step.done; ) {
        if ('marker' in step.value) {
          const end = endOfMarker(rest, isMarker)
          isMarker = end === 0 && rest.at(-1) === 0xff
          if (end === 0) return
          goOn(rest.subarray(end - 1, end))
          rest = rest.subarray(end)
          continue
        }
        const length = 'read' in step.value ? step.value.read : step.value.skip
        const part = rest.subarray(0, length - done)
        rest = rest.subarray(part.length)
        done += part.length
        if ('read' in step.value) held = held.length > 0 ? Buffer.concat([held, part]) : part
        if (done === length) goOn(held)
      }
    },
    isDecodable: () => isBounded(structure),
    size: () => (pixelsOf(structure) > 0 ? structure : null),
  }
}

const noBytes = Buffer.alloc(0)

/** Behind the next marker of a segment; 0: there is none. Here, and not in a
 * step each, are the bytes that data may have at any number (T.81, B.1.1.2 and B.1.1.5). */
function endOfMarker(bytes: Buffer, isBegun: boolean): number {
  let at = 0
  for (let isMarker = isBegun; at >= 0 && at < bytes.length; ) {
    if (!isMarker && bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      continue
    }
    while (bytes[at] === 0xff) at++ // filled up
    const marker = bytes[at++]
    isMarker = false
    if (marker !== undefined && marker > 0x01 && (marker < 0xd0 || marker > 0xd8)) return at
  }
  return 0
}

const pixelsOf = ({ width, height }: Size) => width * height

function isBounded(structure: Structure): boolean {
  const { segments, scans, frames, texts } = structure
  const pixels = pixelsOf(structure)
  return (
    pixels <= maxPixels &&
    segments <= maxSegments &&
    scans <= maxScans &&
    frames <= maxFrames &&
    texts <= maxTexts &&
    pixels * Math.max(scans, frames) <= maxDrawnPixels
  )
}

/** ITU T.81, annex B. Bytes between two segments are skipped, as decoders do. */
function* jpeg(structure: Structure): Steps {
  yield { skip: 2 }
  while (structure.segments++ < maxSegments) {
    const marker = (yield { marker: true })[0] as number
    if (marker === 0xd9) return
    const length = (yield { read: 2 }).readUInt16BE() - 2
    if (marker === 0xda) structure.scans++
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame && length >= 5) {
      const frame = yield { read: 5 }
      addSize(structure, frame.readUInt16BE(3), frame.readUInt16BE(1))
    }
    const rest = isFrame ? length - 5 : length
    if (rest > 0) yield { skip: rest }
  }
}

/** PNG specification, 5.3 and 11. */
function* png(structure: Structure): Steps {
  yield { skip: 8 }
  while (structure.segments++ < maxSegments) {
    const head = yield { read: 8 }
    const length = head.readUInt32BE()
    const type = head.toString('latin1', 4)
    if (type === 'IEND') return
    if (type === 'fcTL') structure.frames++
    if (['zTXt', 'iTXt', 'iCCP'].includes(type)) structure.texts++
    const isHeader = type === 'IHDR' && length >= 8
    if (isHeader) {
      const size = yield { read: 8 }
      addSize(structure, size.readUInt32BE(0), size.readUInt32BE(4))
    }
    yield { skip: (isHeader ? length - 8 : length) + 4 } // a checksum follows
  }
}

/** Lossy, lossless or extended (RFC 9649). */
function* webp(structure: Structure): Steps {
  yield { skip: 12 }
  while (structure.segments++ < maxSegments) {
    const head = yield { read: 8 }
    const length = head.readUInt32LE(4)
    const type = head.toString('latin1', 0, 4)
    if (type === 'ANMF') structure.frames++
    const size = sizesOfWebp[type]
    const isSized = size !== undefined && length >= size.length
    if (isSized) addSize(structure, ...size.of(yield { read: size.length }))
    const rest = length + (length % 2) - (isSized ? size.length : 0)
    if (rest > 0) yield { skip: rest }
  }
}

const sizesOfWebp: Record<
  string,
  { length: number; of: (chunk: Buffer) => [width: number, height: number] }
> = {
  VP8X: { length: 10, of: chunk => [chunk.readUIntLE(4, 3) + 1, chunk.readUIntLE(7, 3) + 1] },
  VP8L: {
    length: 5,
    of: chunk => [
      (chunk.readUInt32LE(1) & 0x3fff) + 1,
      ((chunk.readUInt32LE(1) >> 14) & 0x3fff) + 1,
    ],
  },
  'VP8 ': {
    length: 10,
    of: chunk => [chunk.readUInt16LE(6) & 0x3fff, chunk.readUInt16LE(8) & 0x3fff],
  },
}

/** Of several headers decoders take the first, or refuse the picture. */
function addSize(structure: Structure, width: number, height: number) {
  if (width * height > pixelsOf(structure)) Object.assign(structure, { width, height })
}

const stepsOf: Record<string, (structure: Structure) => Steps> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
}
