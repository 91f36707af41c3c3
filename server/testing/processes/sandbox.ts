import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import {
  type ConnectionParameters,
  type Postgres,
  startPostgres,
} from '#platform/postgres/postgres.ts'

// Data folders that are removed after a test, and processes
// that start PostgreSQL and can be killed.

const folders: string[] = []
const processes: ChildProcess[] = []
let firstFolder: string | undefined

/** An empty folder that every OS user can access. */
export function createEmptyDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tezgah-test-'))
  chmodSync(dir, 0o711)
  folders.push(dir)
  return dir
}

export async function createDataDir(): Promise<string> {
  const first = await sharedDataDir()
  const dir = createEmptyDir()
  execFileSync('cp', ['-a', `${first}/.`, dir])
  return dir
}

/** The data folder of a stopped cluster, created once per test file; read only. */
export async function sharedDataDir(): Promise<string> {
  if (!firstFolder) {
    firstFolder = mkdtempSync(join(tmpdir(), 'tezgah-test-'))
    chmodSync(firstFolder, 0o711)
    await (await startPostgres(firstFolder, 'client')).stop()
  }
  return firstFolder
}

export async function cleanUp() {
  for (const process of processes.splice(0)) process.kill('SIGKILL')
  for (const dir of folders.splice(0)) {
    const postmaster = postmasterOf(dir)
    if (postmaster && isAlive(postmaster)) {
      process.kill(postmaster, 'SIGQUIT')
      await waitUntil(() => !isAlive(postmaster))
    }
    rmSync(dir, { recursive: true, force: true })
  }
}

export function removeSharedDataDir() {
  if (firstFolder) rmSync(firstFolder, { recursive: true, force: true })
}

/** Another process that starts PostgreSQL; `up()` waits for it. */
export function startOtherProcess(
  as: 'server' | 'client',
  dir: string,
  options: { uid?: number; gid?: number } = {},
) {
  const script = `
    import { startPostgres } from '#platform/postgres/postgres.ts'
    process.on('SIGINT', () => {})
    const postgres = await startPostgres(${JSON.stringify(dir)}, ${JSON.stringify(as)})
    console.log(JSON.stringify(postgres))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    ...options,
    detached: true,
  })
  processes.push(child)
  let stderr = ''
  child.stderr.on('data', data => {
    stderr += data
  })
  const ended = once(child, 'close')
  const firstLine = once(createInterface(child.stdout), 'line')
  return {
    pid: child.pid ?? 0,
    async up(): Promise<Postgres> {
      const [line] = await Promise.race([
        firstLine,
        ended.then(() => Promise.reject(new Error(stderr))),
      ])
      return JSON.parse(line)
    },
    /** Lets the process end; resolves to its exit code. */
    async release(): Promise<number | null> {
      child.stdin.end()
      const [code] = await ended
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function queryValue(connection: ConnectionParameters, text: string): Promise<unknown> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

export function postmasterOf(dir: string): number | undefined {
  const file = join(dir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return (
      !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    ) // Z: a zombie has ended
  } catch {
    return false
  }
}

export async function waitUntil(holds: () => boolean) {
  for (
    const end = Date.now() + 10_000;
    !holds();
    await new Promise(resolve => setTimeout(resolve, 10))
  )
    if (Date.now() > end) throw new Error('The condition did not hold within 10 s')
}
