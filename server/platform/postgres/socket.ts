import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Part of the socket's file name; nothing listens on a network port. */
export const port = 5432

/** The folder of the cluster's Unix socket: the cluster itself, or one under the system's temporary folder when its path is too long for a socket. */
export function socketFolder(cluster: string, user: { uid: number; gid: number }): string {
  if (fits(cluster)) return cluster
  const folder = join(tmpdir(), `tezgah-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
  if (!fits(folder))
    throw new Error(`The paths ${cluster} and ${tmpdir()} are both too long for a Unix socket. Choose a shorter DATA_DIR or TMPDIR.`)
  makePrivate(folder, user)
  return folder
}

// Linux takes 107 bytes, macOS 103.
const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 103

/** Anybody may write to the temporary folder: a folder of that name which somebody else put there is not trusted. */
function makePrivate(folder: string, { uid, gid }: { uid: number; gid: number }) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  // As root, ours and another start's folder alike belong to root until given away here.
  if (lstatSync(folder).uid === 0 && process.getuid?.() === 0) lchownSync(folder, uid, gid)
  const there = lstatSync(folder)
  if (!there.isDirectory() || there.uid !== uid || there.mode & 0o077)
    throw new Error(
      `${folder} is needed for the database's socket, but it belongs to somebody else or is open to others. Remove it, or set TMPDIR.`,
    )
}
