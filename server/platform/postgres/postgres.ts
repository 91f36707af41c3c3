import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, openCluster } from './cluster.ts'
import { connect, isTransient, stop } from './postmaster.ts'

// `host`: the socket's folder
export type ConnectionParameters = { host: string; port: number; user: string; database: string }

export type Postgres = {
  /** The owner of the database `tezgah`; may create roles, is no superuser. */
  connection: ConnectionParameters
  superuser: ConnectionParameters
  adopted: boolean
  /** Releases the lease; the last one stops PostgreSQL and waits for its end. */
  stop(): Promise<void>
}

/** Starts or adopts the PostgreSQL of a data directory, for one `server`
 * and any `client`s. @throws ALREADY_RUNNING for a second server */
export async function startPostgres(
  dataDir: string,
  holder: 'server' | 'client',
  overrides: Record<string, string> = {},
): Promise<Postgres> {
  const cluster = await openCluster(dataDir, overrides)
  let lease = await acquireLease(cluster, holder)
  let reacquiring: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const { address, adopted } = lease

  // When one of its processes crashes, PostgreSQL ends all sessions and releases their locks.
  function watchLease() {
    lease.client.unref()
    lease.client.once('end', () => {
      reacquiring = reacquireLease()
    })
  }
  async function reacquireLease() {
    while (!stopping) {
      try {
        lease = await acquireLease(cluster, holder)
        return watchLease()
      } catch (error) {
        process.emitWarning(
          `The lock of the database was lost and is not yet acquired again: ${error}`,
        )
        await pause(1_000, undefined, { ref: false })
      }
    }
  }
  async function release() {
    await reacquiring
    await releaseLease(cluster, lease.client)
  }
  watchLease()

  return {
    connection: { ...address, user: 'tezgah', database: 'tezgah' },
    superuser: { ...address, user: 'postgres', database: 'postgres' },
    adopted,
    stop: () => (stopping ??= release()),
  }
}

// Advisory locks of sessions in the database `postgres`,
// which PostgreSQL releases when their holder dies.
const usedLock = 1 // shared by all holders; the last one stops PostgreSQL under the exclusive lock
const serverLock = 2 // exclusive to the server

async function acquireLease(cluster: Cluster, holder: 'server' | 'client') {
  let startedByUs = false
  for (;;) {
    const { client, address, started } = await connect(cluster)
    startedByUs ||= started
    try {
      if (await lock(client, 'pg_try_advisory_lock_shared', usedLock)) {
        if (holder === 'client' || (await lockServer(client)))
          return { client, address, adopted: !startedByUs }
        await releaseLease(cluster, client)
        throw alreadyRunning(cluster.dataDir)
      }
      await client.end() // another process stops it; start it again afterwards
    } catch (error) {
      if (!isTransient(error)) throw error
    }
    await pause(25)
  }
}

/** Retries, as a killed server holds its lock until PostgreSQL notices. */
async function lockServer(client: Client) {
  for (const until = Date.now() + 2_000; ; await pause(50)) {
    if (await lock(client, 'pg_try_advisory_lock', serverLock)) return true
    if (Date.now() > until) return false
  }
}

async function releaseLease(cluster: Cluster, client: Client) {
  client.ref()
  try {
    await client.query('select pg_advisory_unlock_all()')
    // This lock prevents other leases until PostgreSQL has stopped.
    if (await lock(client, 'pg_try_advisory_lock', usedLock)) await stop(cluster)
  } catch (error) {
    if (!isTransient(error)) throw error
  }
  await client.end().catch(() => {})
}

async function lock(
  client: Client,
  lockFunction: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: number,
) {
  const { rows } = await client.query<{ taken: boolean }>(
    `select ${lockFunction}(${lockSpace}, ${key}) as taken`,
  )
  return rows[0]?.taken === true
}

const lockSpace = 0x747a6768 // 'tzgh'

const alreadyRunning = (dataDir: string) =>
  Object.assign(
    new Error(
      `Tezgah is already running with the data in ${dataDir}. Stop that one first, or choose another DATA_DIR.`,
    ),
    {
      code: 'ALREADY_RUNNING',
    },
  )
