import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { checkSeal, RefusedBackup, readArchive } from '../../backup/archive.ts'
import { countTablesAndFiles, restoreBackup } from './backups.ts'
import type { createEmptyInstallation } from './empty-installation.ts'

// Backups with a valid seal and any tar inside.

/** A tar entry. `size` is the declared size, by default that of `bytes`. */
export type Entry = {
  name: string
  bytes: Buffer
  kind?: keyof typeof kinds
  size?: number
  link?: string
}
const kinds = { file: '0', link: '1', symlink: '2', device: '3', folder: '5', fifo: '6', pax: 'x' }

export async function readEntries(path: string): Promise<Entry[]> {
  await checkSeal(path)
  const entries: Entry[] = []
  for await (const { name, bytes } of readArchive(path)) {
    const content = Buffer.concat(await Array.fromAsync(bytes))
    entries.push({ name: name.startsWith('tables/') ? `${name}/000001` : name, bytes: content })
  }
  return entries
}

/** An entry named by a pax record, which allows long names and NUL. */
export function entriesNamedByPax(name: string, bytes = Buffer.alloc(0)): Entry[] {
  const record = ` path=${name}\n`
  const length = Buffer.byteLength(record)
  const digits = String(length + String(length).length).length
  return [
    { name: 'record', kind: 'pax', bytes: Buffer.from(`${length + digits}${record}`) },
    { name: 'tezgah', bytes },
  ]
}

export async function writeForgedBackup(path: string, entries: Entry[]): Promise<string> {
  const tar = Buffer.concat([
    ...entries.flatMap(entry => [headerOf(entry), entry.bytes, paddingOf(entry.bytes)]),
    Buffer.alloc(1024),
  ])
  return writeSealed(path, zstdCompressSync(tar))
}

export async function writeSealed(path: string, compressed: Buffer): Promise<string> {
  const frame = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
  await writeFile(
    path,
    Buffer.concat([compressed, frame, createHash('sha256').update(compressed).digest()]),
  )
  return path
}

/** Restoring it into the empty `target` is refused with a message, and the target stays empty. */
export async function expectRefused(
  path: string,
  reason: RegExp,
  target: Awaited<ReturnType<typeof createEmptyInstallation>>,
) {
  const trying = restoreBackup(path, { installation: target })
  await expect(trying).rejects.toThrow(reason)
  await expect(trying).rejects.toThrow(RefusedBackup)
  const { message } = (await trying.catch(error => error)) as Error
  expect(message).not.toMatch(/[^\P{C}]/u) // no terminal control codes
  expect(await countTablesAndFiles(target)).toEqual({ tables: 0, files: 0 })
}

const paddingOf = ({ length }: Buffer) => Buffer.alloc((512 - (length % 512)) % 512)

/** ustar (POSIX.1-1988): name, mode, owner, size, time, checksum, type, link. */
function headerOf({ name, bytes, kind = 'file', size = bytes.length, link = '' }: Entry): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000600\x000000000\x000000000\0', 100)
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0        ', 136)
  header.write(kinds[kind], 156)
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
