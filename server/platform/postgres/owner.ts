import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** The system user that runs PostgreSQL: the current one; for root,
 * which PostgreSQL refuses, the cluster's owner or `tezgah`. */
export type Owner = { uid: number; gid: number; userSwitch: UserSwitch }

type UserSwitch = 'itself' | 'setuid' | 'dac_read_search' | 'dac_override'

/** The user that runs a cluster's folder. @throws where that
 * folder belongs to another user or to root */
export function findOwner(cluster: string): Pick<Owner, 'uid' | 'gid'> {
  const current = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const folder = statSync(cluster, { throwIfNoEntry: false })
  if (current.uid !== 0) {
    if (folder && folder.uid !== current.uid)
      throw new Error(
        `${cluster} belongs to another user (id ${folder.uid}). Start Tezgah as that user or as root, or choose another DATA_DIR.`,
      )
    return current
  }
  if (folder?.uid === 0)
    throw new Error(
      `${cluster} belongs to root, and PostgreSQL does not run as root. Give it away: chown -R tezgah "${cluster}"`,
    )
  return folder ? { uid: folder.uid, gid: folder.gid } : systemUser()
}

/** Finds how to run the binaries as `user` in `folders`;
 * returns the owner and PostgreSQL's major version. */
export async function findUserSwitch(
  user: Pick<Owner, 'uid' | 'gid'>,
  { postgres }: Binaries,
  folders: string[],
) {
  const candidates: UserSwitch[] =
    process.getuid?.() === 0 ? ['setuid', 'dac_read_search', 'dac_override'] : ['itself']
  const refusals: string[] = []
  for (const userSwitch of candidates) {
    const owner = { ...user, userSwitch }
    try {
      const script = 'for folder do cd "$folder" || exit 1; done; exec "$0" --version'
      const { stdout, stderr } = await runAs(owner, '/bin/sh', ['-c', script, postgres, ...folders])
      // It prints its version also when it cannot find its own files.
      if (!stderr.includes('invalid binary'))
        return { owner, major: Number(/\d+/.exec(stdout)?.[0]) }
      refusals.push(stderr.trim())
    } catch (error) {
      refusals.push(error instanceof Error ? error.message.trim() : String(error))
    }
  }
  throw new Error(
    permissionError(user, [postgres, ...folders]) ??
      `PostgreSQL does not run on this machine: ${refusals[0]}\n${remedy}`,
  )
}

/** Runs a program as the owner until it ends. @throws with its output when it fails */
export async function runAs(owner: Owner, program: string, args: string[], input = '') {
  const [file, rest, options] = command(owner, program, args)
  const running = run(file, rest, { ...options, timeout: 120_000 })
  running.child.stdin?.on('error', () => {}).end(input)
  return await running
}

/** Starts a program as the owner in its own session, so that
 * it outlives this process and Ctrl+C. */
export function launchAs(owner: Owner, program: string, args: string[], output: number) {
  const [file, rest, options] = command(owner, program, args)
  return spawn(file, rest, { ...options, detached: true, stdio: ['ignore', output, output] })
}

function command(
  { uid, gid, userSwitch }: Owner,
  program: string,
  args: string[],
): [string, string[], SpawnOptions & { cwd: string }] {
  // A clean environment: PGDATA, PGHOST or LC_ALL would affect the programs.
  const options = {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' },
  }
  if (userSwitch === 'itself') return [program, args, options]
  if (userSwitch === 'setuid') return [program, args, { ...options, uid, gid }]
  const user = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups']
  // no_setuid_fixup applies the capability to access(2), with which PostgreSQL finds its own files.
  const capability = [
    '--inh-caps',
    `+${userSwitch}`,
    '--ambient-caps',
    `+${userSwitch}`,
    '--securebits',
    '+no_setuid_fixup',
  ]
  return ['setpriv', [...user, ...capability, '--', program, ...args], options]
}

const name = 'tezgah'

function systemUser() {
  const found = findSystemUser()
  if (found) return found
  const attempts: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        name,
      ],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', name]], // busybox
  ]
  for (const [program, args] of attempts) {
    try {
      execFileSync(program, args, {
        stdio: 'ignore',
        env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      })
    } catch {
      // The program is missing, or a concurrent start has created the user.
    }
    const created = findSystemUser()
    if (created) return created
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${name}" could not be created. ` +
      `Create it (useradd --system ${name}), start Tezgah as an ordinary user, or set DATABASE_URL.`,
  )
}

function findSystemUser() {
  const id = (flag: string) =>
    Number(
      execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }),
    )
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

const remedy =
  'Run "npm rebuild --ignore-scripts=false" if packages were installed without their scripts, or set DATABASE_URL to a PostgreSQL of your own.'

function permissionError({ uid }: { uid: number }, paths: string[]) {
  const inaccessible = paths
    .map(path => inaccessibleFolder(uid, path))
    .find(folder => folder !== undefined)
  if (inaccessible === undefined || process.getuid?.() !== 0) return undefined
  return (
    `PostgreSQL does not run as root, and the system user it runs as (id ${uid}) cannot enter ${inaccessible}. ` +
    `Permit it (chmod o+x "${inaccessible}"), or move Tezgah and its DATA_DIR to a folder that all users can enter, or install setpriv (package util-linux), ` +
    'or set DATABASE_URL.'
  )
}

function inaccessibleFolder(uid: number, path: string): string | undefined {
  const parent = dirname(path) === path ? undefined : inaccessibleFolder(uid, dirname(path))
  const folder = statSync(path)
  return (
    parent ??
    (folder.isDirectory() && folder.uid !== uid && !(folder.mode & 0o001) ? path : undefined)
  )
}
