import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { type Connection, type Postgres, startPostgres } from '#platform/postgres/postgres.ts'

// For this folder's tests: data dirs that are cleaned up, and other processes that start PostgreSQL and may be killed.

const places: string[] = []
const processes: ChildProcess[] = []
let made: string | undefined

/** An empty folder that every user may pass through. */
export function emptyDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tezgah-test-'))
  chmodSync(dir, 0o711)
  places.push(dir)
  return dir
}

/** A data dir with a stopped cluster in it, a copy of `firstDir()`. */
export async function dataDir(): Promise<string> {
  const first = await firstDir()
  const dir = emptyDir()
  execFileSync('cp', ['-a', `${first}/.`, dir])
  return dir
}

/** A data dir that is made once for all tests of a file: its cluster is stopped, and only to be read. */
export async function firstDir(): Promise<string> {
  if (!made) {
    made = mkdtempSync(join(tmpdir(), 'tezgah-test-'))
    chmodSync(made, 0o711)
    await (await startPostgres(made, 'guest')).stop()
  }
  return made
}

/** Ends what a test left running and removes its folders. */
export async function tidy() {
  for (const process of processes.splice(0)) process.kill('SIGKILL')
  for (const dir of places.splice(0)) {
    const postmaster = postmasterOf(dir)
    if (postmaster && isAlive(postmaster)) {
      process.kill(postmaster, 'SIGQUIT')
      await until(() => !isAlive(postmaster))
    }
    rmSync(dir, { recursive: true, force: true })
  }
}

export function tidyAll() {
  if (made) rmSync(made, { recursive: true, force: true })
}

/** Another process that starts PostgreSQL. `up()` waits for that, `kill()` is SIGKILL. */
export function another(as: 'server' | 'guest', dir: string, options: { uid?: number; gid?: number } = {}) {
  const script = `
    import { startPostgres } from '#platform/postgres/postgres.ts'
    process.on('SIGINT', () => {})
    const postgres = await startPostgres(${JSON.stringify(dir)}, ${JSON.stringify(as)})
    console.log(JSON.stringify(postgres))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { ...options, detached: true })
  processes.push(child)
  let complaint = ''
  child.stderr.on('data', data => {
    complaint += data
  })
  const ended = once(child, 'close')
  const firstLine = once(createInterface(child.stdout), 'line')
  return {
    pid: child.pid ?? 0,
    async up(): Promise<Postgres> {
      const [line] = await Promise.race([firstLine, ended.then(() => Promise.reject(new Error(complaint)))])
      return JSON.parse(line)
    },
    /** Gives the process no more to wait for. Resolves to its exit code. */
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

/** Asks for one value. */
export async function ask(connection: Connection, question: string): Promise<unknown> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** The process id of the PostgreSQL over a data dir, as it wrote it down. */
export function postmasterOf(dir: string): number | undefined {
  const file = join(dir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    // A zombie has ended; nobody has asked for its end yet.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export async function until(holds: () => boolean) {
  for (const end = Date.now() + 10_000; !holds(); await new Promise(resolve => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error('It did not come to that within 10 s')
}
