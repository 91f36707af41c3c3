import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'

// A tar file in zstd, then the SHA-256 of all bytes in a skippable frame (RFC 8878, 3.1.2),
// which seals it: any change is detected, and `zstd -dc backup | tar x` opens it anywhere.

/** A backup or a target that cannot be used; the message is printed without a stack. */
export class RefusedBackup extends Error {}

/** A text of unknown origin, safe for a terminal: quoted, at
 * most 100 characters, no control characters. */
export const printable = (text: unknown): string =>
  JSON.stringify(String(text).slice(0, 100)).replace(/[^\P{C} ]/gu, '?')

export type Checksum = { size: number; sha256: string }
/** An entry, or a table from all its parts. Its bytes must be read before the next section. */
export type Section = { name: string; size: number; bytes: AsyncIterable<Buffer> }
/** Adds a section; without a `size` it is stored in parts. */
export type AddEntry = (
  name: string,
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  size?: number,
) => Promise<Checksum>

const partSize = 1024 * 1024
const partOf = /^(tables\/.+)\/(\d{6})$/
const sealFrame = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const sealSize = sealFrame.length + 32
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Writes an archive into a new file of mode 0600, which is durable when this resolves. */
export async function writeArchive(
  path: string,
  fill: (add: AddEntry) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    const pack = tar.pack()
    const hash = createHash('sha256')
    const errors: unknown[] = []
    const writeChunks = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        await file.writeFile(chunk).catch(error => {
          errors.push(error)
          throw error
        })
      }
    }
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const written = pipeline(pack, compress, writeChunks, { ...(signal && { signal }) })
    const filled = fill(addTo(pack)).then(
      () => pack.finalize(),
      error => {
        errors.push(error)
        pack.destroy(error)
      },
    )
    const [outcome] = await Promise.allSettled([written, filled])
    if (outcome.status === 'rejected') throw errors[0] ?? outcome.reason
    await file.writeFile(Buffer.concat([sealFrame, hash.digest()]))
    await file.sync()
  } finally {
    await file.close()
  }
}

function addTo(pack: tar.Pack): AddEntry {
  const entry = (name: string, size: number, bytes: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    pipeline(Readable.from(bytes, { objectMode: false }), pack.entry({ name, size, mode: 0o600 }))

  return async (name, bytes, size) => {
    const hash = createHash('sha256')
    if (size !== undefined) {
      await entry(name, size, hashed(bytes, hash))
      return { size, sha256: hash.digest('hex') }
    }
    let [part, total] = [0, 0]
    for await (const chunk of inParts(hashed(bytes, hash))) {
      part += 1
      total += chunk.length
      await entry(`${name}/${String(part).padStart(6, '0')}`, chunk.length, [chunk])
    }
    return { size: total, sha256: hash.digest('hex') }
  }
}

export async function* hashed(
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  hash: Hash,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function* inParts(bytes: AsyncIterable<Buffer>) {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    pending.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    yield Buffer.concat(pending)
    pending = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pending)
}

/** @throws RefusedBackup unless the seal matches the file */
export async function checkSeal(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = await read(file, 0, zstdMagic.length)
    if (!start.equals(zstdMagic)) throw new RefusedBackup(`${path} is not a backup of Tezgah.`)
    const seal = await read(file, Math.max(0, size - sealSize), sealSize)
    if (!seal.subarray(0, sealFrame.length).equals(sealFrame))
      throw new RefusedBackup(`${path} is cut off, or not a backup of Tezgah: its end is missing.`)
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({
      start: 0,
      end: size - sealSize - 1,
      autoClose: false,
    }))
      hash.update(chunk)
    if (!hash.digest().equals(seal.subarray(sealFrame.length)))
      throw new RefusedBackup(`${path} was altered after it was made: its checksum does not match.`)
  } finally {
    await file.close()
  }
}

async function read(file: Awaited<ReturnType<typeof open>>, position: number, length: number) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** @throws RefusedBackup for what `writeArchive` never writes: entries
 * that are no files, parts out of order or above the limit, no tar */
export async function* readArchive(
  path: string,
  maxPartBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Section> {
  const extract = tar.extract()
  const extracting = pipeline(createReadStream(path), createZstdDecompress(), extract)
  extracting.catch(() => {}) // the reader of the entries gets the error
  const entries = extract[Symbol.asyncIterator]()
  const unreadable = (error: unknown) =>
    new RefusedBackup(`${path} cannot be read as a backup: ${printable((error as Error).message)}.`)
  const nextEntry = async () => {
    const entry = await entries.next().catch(error => {
      throw unreadable(error)
    })
    if (!entry.done && entry.value.header.type !== 'file')
      throw new RefusedBackup(
        `${path} contains an entry that is not a file: ${printable(entry.value.header.name)} (${entry.value.header.type}).`,
      )
    return entry
  }
  let next = await nextEntry()
  try {
    while (!next.done) {
      const { name, size = 0 } = next.value.header
      const section = partOf.exec(name)?.[1]
      async function* parts() {
        for (let part = 1; !next.done; part++) {
          if (section !== undefined) checkPart(path, next.value.header, part, maxPartBytes)
          try {
            yield* next.value as AsyncIterable<Buffer>
          } catch (error) {
            throw unreadable(error)
          }
          next = await nextEntry()
          if (
            section === undefined ||
            next.done ||
            partOf.exec(next.value.header.name)?.[1] !== section
          )
            return
        }
      }
      yield { name: section ?? name, size, bytes: parts() }
    }
    await extracting.catch(error => {
      throw unreadable(error)
    })
  } finally {
    await entries.return?.()
  }
}

function checkPart(path: string, { name, size = 0 }: tar.Header, part: number, maxBytes: number) {
  if (Number(partOf.exec(name)?.[2]) !== part)
    throw new RefusedBackup(
      `${path} has the parts of a table in another order: ${printable(name)}.`,
    )
  if (size > maxBytes)
    throw new RefusedBackup(
      `${path} has a part of a table that is too large: ${printable(name)}, ${size} bytes.`,
    )
}
