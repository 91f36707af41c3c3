import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { launchAs, runAs } from './owner.ts'
import { postgresSettings } from './settings.ts'
import { port } from './socket.ts'

declare module 'pg' {
  interface Client {
    /** In pg since 8.0, missing in its types. */
    ref(): void
    unref(): void
  }
}

export type Address = { host: string; port: number }

const recoveryLimit = 5 * 60_000
const lockedOutLimit = 5_000
const stopLimit = 60_000

/** Connects to the cluster's PostgreSQL as superuser, and starts it
 * if necessary. @throws with its output when it does not start */
export async function connect(
  cluster: Cluster,
): Promise<{ client: Client; address: Address; started: boolean }> {
  const since = Date.now()
  let launched: Launch | undefined
  for (;;) {
    const { pid, ...address } = readPidFile(cluster)
    const result = await tryConnect(address)
    if (result instanceof Client)
      return {
        client: result,
        address,
        started: launched !== undefined && launched.pid === readPidFile(cluster).pid,
      }
    const failure = launched?.failure()
    if (failure !== undefined) {
      // Another postmaster may be starting or stopping.
      const isLockedOut = /Is another postmaster|is still in use/.test(failure)
      if (!isLockedOut || Date.now() - since > lockedOutLimit)
        throw new Error(
          `PostgreSQL does not start in ${cluster.folder}:\n${failure}${pid ? `\n(postmaster.pid names process ${pid}.)` : ''}`,
        )
      launched = undefined
      await pause(100)
    }
    if (Date.now() - since > recoveryLimit)
      throw new Error(
        `PostgreSQL in ${cluster.folder} is still not ready. Its log is ${cluster.log}`,
      )
    if (result === 'absent') launched ??= launch(cluster)
    await pause(15)
  }
}

/** Stops the cluster's PostgreSQL (fast shutdown) and waits for its end. */
export async function stop(cluster: Cluster): Promise<void> {
  const { pid } = readPidFile(cluster)
  await runAs(cluster.owner, cluster.binaries.pgCtl, [
    'stop',
    '-D',
    cluster.folder,
    '-m',
    'fast',
    '--no-wait',
    '--silent',
  ])
  // pg_ctl's own wait does not end when another process
  // starts PostgreSQL between two of its checks.
  for (
    const since = Date.now();
    pid !== undefined && readPidFile(cluster).pid === pid;
    await pause(10)
  )
    if (Date.now() - since > stopLimit)
      throw new Error(`PostgreSQL in ${cluster.folder} does not stop. Its log is ${cluster.log}`)
}

/** Whether PostgreSQL is starting or stopping, so that a retry may succeed. */
export const isTransient = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(codeOf(error)) ||
  (error instanceof Error &&
    /^Connection terminated|^timeout expired|not queryable$/.test(error.message))

async function tryConnect({ host, port }: Address) {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    return client
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))) return 'absent'
    if (isTransient(error)) return 'notReady'
    throw error
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Lines of postmaster.pid: process, data directory, start,
 * port, socket folder, …; a crash leaves the file. */
function readPidFile({ folder, socket }: Cluster): Address & { pid?: number } {
  const [pid, directory, , number, host] = readIfExists(join(folder, 'postmaster.pid')).split('\n')
  if (!pid || !directory || !number || !host) return { host: socket, port }
  // A socket in the cluster's directory moves with it;
  // another one is used only if the directory has not moved.
  if (host === directory) return { host: folder, port: Number(number), pid: Number(pid) }
  return { host: directory === folder ? host : socket, port: Number(number), pid: Number(pid) }
}

function readIfExists(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

type Launch = { pid: number | undefined; failure: () => string | undefined }

function launch(cluster: Cluster): Launch {
  const output = openLog(cluster.log)
  const start = fstatSync(output).size
  const options = Object.entries({ ...postgresSettings(cluster), ...cluster.overrides }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const child = launchAs(
    cluster.owner,
    cluster.binaries.postgres,
    ['-D', cluster.folder, ...options],
    output,
  )
  closeSync(output)
  child.unref()
  let failed: Error | undefined
  child.on('error', error => {
    failed = error
  })
  const hasEnded = () =>
    failed !== undefined || child.exitCode !== null || child.signalCode !== null
  const readOutput = () =>
    failed?.message ?? readFileSync(cluster.log).subarray(start).toString('utf8').trim()
  return { pid: child.pid, failure: () => (hasEnded() ? readOutput() : undefined) }
}

const logLimit = 10 * 1024 * 1024

function openLog(log: string) {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(log, `${log}.1`)
  return openSync(log, 'a', 0o600)
}
