import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { findOwner } from '#platform/postgres/owner.ts'

/** An archive `<version>.tar.zst` has its manifest beside it in `<version>.json`. */
export const archiveExtension = '.tar.zst'

/** Maximum compression: an archive is created once and stays in the repository. */
const params = {
  [constants.ZSTD_c_compressionLevel]: 22,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_checksumFlag]: 1,
}

/** Packs a folder without PostgreSQL's log file. */
export async function pack(folder: string, file: string) {
  const tar = spawn('tar', ['--create', '--exclude=postgres.log', '--directory', folder, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.all([
    ended(tar),
    pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(file)),
  ])
}

/** Unpacks into an empty folder. The cluster is given to the
 * user who runs PostgreSQL on this machine. */
export async function unpack(file: string, folder: string) {
  // `--ignore-zeros`: tar reads to the end of the stream,
  // and does not close the pipe at the archive's end mark.
  const tar = spawn(
    'tar',
    ['--extract', '--ignore-zeros', '--no-same-owner', '--directory', folder],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  )
  await Promise.all([
    ended(tar),
    pipeline(createReadStream(file), createZstdDecompress(), tar.stdin),
  ])
  const cluster = join(folder, 'data', 'postgres')
  const { uid, gid } = findOwner(join(cluster, 'not-there'))
  for (const path of ['.', ...(await readdir(cluster, { recursive: true }))])
    await chown(join(cluster, path), uid, gid)
}

async function ended(tar: ReturnType<typeof spawn>) {
  const [code] = await once(tar, 'exit')
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}
