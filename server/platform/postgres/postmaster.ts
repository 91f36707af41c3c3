import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { launchAs, runAs } from './owner.ts'
import { settings } from './settings.ts'
import { port } from './socket.ts'

declare module 'pg' {
  interface Client {
    /** In pg since 8.0, missing in its types: whether the open connection keeps the process alive. */
    ref(): void
    unref(): void
  }
}

/** Where PostgreSQL's Unix socket is: the folder, and the number in its name. */
export type Address = { host: string; port: number }

const recoveryLimit = 5 * 60_000
const lockedOutLimit = 5_000
const stopLimit = 60_000

/**
 * Connects to the cluster's PostgreSQL as superuser, and starts it when it does not run. `started`: it was us.
 * Rejects with what PostgreSQL said when it does not come up.
 */
export async function connect(cluster: Cluster): Promise<{ client: Client; address: Address; started: boolean }> {
  const since = Date.now()
  let launched: Launch | undefined
  for (;;) {
    const { pid, ...address } = readPidFile(cluster)
    const answer = await tryConnect(address)
    if (answer instanceof Client)
      return { client: answer, address, started: launched !== undefined && launched.pid === readPidFile(cluster).pid }
    const failure = launched?.failure()
    if (failure !== undefined) {
      // PostgreSQL judges whether the one named in postmaster.pid still lives. It may be just coming up, or going.
      const lockedOut = /Is another postmaster|is still in use/.test(failure)
      if (!lockedOut || Date.now() - since > lockedOutLimit)
        throw new Error(
          `PostgreSQL does not start in ${cluster.folder}:\n${failure}${pid ? `\n(postmaster.pid names process ${pid}.)` : ''}`,
        )
      launched = undefined
      await pause(100)
    }
    if (Date.now() - since > recoveryLimit) throw new Error(`PostgreSQL in ${cluster.folder} is still not ready. Its log is ${cluster.log}`)
    if (answer === 'nobody') launched ??= launch(cluster)
    await pause(15)
  }
}

/** Stops the cluster's PostgreSQL in an orderly way, disconnecting whoever is connected, and waits for its end. */
export async function stop(cluster: Cluster): Promise<void> {
  const { pid } = readPidFile(cluster)
  await runAs(cluster.owner, cluster.binaries.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast', '--no-wait', '--silent'])
  // Not pg_ctl's own waiting: it goes on when somebody starts the next PostgreSQL between two of its looks.
  for (const since = Date.now(); pid !== undefined && readPidFile(cluster).pid === pid; await pause(10))
    if (Date.now() - since > stopLimit) throw new Error(`PostgreSQL in ${cluster.folder} does not stop. Its log is ${cluster.log}`)
}

/** PostgreSQL is coming up, going down, or was stopped while we talked: worth asking again in a moment. */
export const isTransient = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(codeOf(error)) ||
  (error instanceof Error && /^Connection terminated|^timeout expired|not queryable$/.test(error.message))

async function tryConnect({ host, port }: Address) {
  const client = new Client({ host, port, user: 'postgres', database: 'postgres', ssl: false, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // 'end' follows, and that is what is listened to
  try {
    await client.connect()
    return client
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))) return 'nobody'
    if (isTransient(error)) return 'notReady'
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** postmaster.pid: process, data directory, start, port, socket folder, …, one a line. It stays behind after a crash. */
function readPidFile({ folder, socket }: Cluster): Address & { pid?: number } {
  const [pid, directory, , number, host] = readIfThere(join(folder, 'postmaster.pid')).split('\n')
  if (!pid || !directory || !number || !host) return { host: socket, port }
  // A socket in its own cluster is found there under whatever name we know the folder by; one elsewhere only if it is this cluster's.
  if (host === directory) return { host: folder, port: Number(number), pid: Number(pid) }
  return { host: directory === folder ? host : socket, port: Number(number), pid: Number(pid) }
}

function readIfThere(file: string) {
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
  const options = Object.entries(settings(cluster)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launchAs(cluster.owner, cluster.binaries.postgres, ['-D', cluster.folder, ...options], output)
  closeSync(output)
  child.unref()
  let failed: Error | undefined
  child.on('error', error => {
    failed = error
  })
  const ended = () => failed !== undefined || child.exitCode !== null || child.signalCode !== null
  const said = () => failed?.message ?? readFileSync(cluster.log).subarray(start).toString('utf8').trim()
  return { pid: child.pid, failure: () => (ended() ? said() : undefined) }
}

const logLimit = 10 * 1024 * 1024

/** At most two generations of the log are kept. */
function openLog(log: string) {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(log, `${log}.1`)
  return openSync(log, 'a', 0o600)
}
