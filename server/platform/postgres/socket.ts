import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const port = 5432

/** The folder of the cluster's Unix socket: the cluster, or a
 * temporary folder when its path is too long for a socket. */
export function socketFolder(cluster: string, user: { uid: number; gid: number }): string {
  if (fits(cluster)) return cluster
  const folder = join(
    tmpdir(),
    `tezgah-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`,
  )
  if (!fits(folder))
    throw new Error(
      `The paths ${cluster} and ${tmpdir()} are both too long for a Unix socket. Choose a shorter DATA_DIR or TMPDIR.`,
    )
  makePrivate(folder, user)
  return folder
}

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 103 // on macOS; 107 on Linux

/** Creates a private folder; refuses one that another user
 * has created in the shared temporary folder. */
function makePrivate(folder: string, { uid, gid }: { uid: number; gid: number }) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  // When root creates it, it belongs to root until here.
  if (lstatSync(folder).uid === 0 && process.getuid?.() === 0) lchownSync(folder, uid, gid)
  const created = lstatSync(folder)
  if (!created.isDirectory() || created.uid !== uid || created.mode & 0o077)
    throw new Error(
      `${folder} is needed for the database's socket, but it belongs to another user or is accessible to others. Remove it, or set TMPDIR.`,
    )
}
