import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { findOwner, findUserSwitch, type Owner, runAs } from './owner.ts'
import { socketFolder } from './socket.ts'

/** `folder` is PostgreSQL's data directory, `socket` the folder of
 * its Unix socket; `overrides` replace settings when it starts. */
export type Cluster = {
  dataDir: string
  folder: string
  socket: string
  log: string
  owner: Owner
  binaries: Binaries
  overrides: Record<string, string>
}

/** The existing cluster of a data directory, or a new one
 * with the role and the database `tezgah`. */
export async function openCluster(
  path: string,
  overrides: Record<string, string>,
): Promise<Cluster> {
  const binaries = findBinaries()
  const dataDir = makeDataDir(path)
  const folder = join(dataDir, 'postgres')
  const user = findOwner(folder)
  const socket = socketFolder(folder, user)
  const { owner, major } = await findUserSwitch(
    user,
    binaries,
    socket === folder ? [dataDir] : [dataDir, socket],
  )
  const cluster = {
    dataDir,
    folder,
    socket,
    log: join(dataDir, 'postgres.log'),
    owner,
    binaries,
    overrides,
  }
  if (isEmpty(folder)) await create(cluster)
  assertCompatible(folder, major)
  return cluster
}

function makeDataDir(path: string) {
  // 711: the cluster's owner can traverse the directory, but not list it.
  if (mkdirSync(path, { recursive: true, mode: 0o711 })) chmodSync(path, 0o711)
  return realpathSync(path)
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/** Creates the cluster in a draft folder and renames it, so that
 * a crash or a concurrent start leaves no partial cluster. */
async function create({ dataDir, folder, owner, binaries }: Cluster) {
  removeOldDrafts(dataDir)
  const draft = mkdtempSync(join(dataDir, draftPrefix))
  try {
    chownSync(draft, owner.uid, owner.gid)
    const locale = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    await runAs(owner, binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      '--auth=trust',
      '--no-instructions',
      ...locale,
    ])
    const roles = 'create role tezgah login createrole;\ncreate database tezgah owner tezgah;\n'
    await runAs(
      owner,
      binaries.postgres,
      ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'],
      roles,
    )
    renameSync(draft, folder)
    sync(dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (isEmpty(folder)) throw error // otherwise a concurrent start created the cluster
  }
}

const draftPrefix = 'postgres.new-'

function removeOldDrafts(dataDir: string) {
  const isOld = (path: string) =>
    Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 10 * 60_000
  const drafts = readdirSync(dataDir).filter(name => name.startsWith(draftPrefix))
  for (const path of drafts.map(name => join(dataDir, name)).filter(isOld))
    rmSync(path, { recursive: true, force: true })
}

function sync(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function assertCompatible(folder: string, major: number) {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file))
    throw new Error(
      `${folder} holds something that is not a PostgreSQL cluster. Move it away, or choose another DATA_DIR.`,
    )
  const found = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (found === major) return
  throw new Error(
    `${folder} was made by PostgreSQL ${found}, and this Tezgah brings PostgreSQL ${major}, which cannot read it. ` +
      'Back up with the version of Tezgah that made it and restore into an empty DATA_DIR with this one, or set DATABASE_URL.',
  )
}
