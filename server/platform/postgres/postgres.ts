import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, openCluster } from './cluster.ts'
import { connect, isTransient, stop } from './postmaster.ts'

/** How to connect to the embedded PostgreSQL. `host` is the folder of its Unix socket; there is no password. */
export type Connection = { host: string; port: number; user: string; database: string }

/** The embedded PostgreSQL, kept running for us until `stop()`. */
export type Postgres = {
  /** Owner of the database `tezgah`: may create roles, is no superuser. */
  connection: Connection
  /** For maintenance (copying and dropping databases), connected to the database `postgres`. */
  superuser: Connection
  /** It ran already: another process of ours uses it, or a killed one left it behind. */
  adopted: boolean
  /** Gives it up. Whoever gives it up last stops it, and waits until it has stopped. */
  stop(): Promise<void>
}

/**
 * Makes the embedded PostgreSQL of a data dir run and keeps it running, or adopts the one that runs there.
 * One `server` at a time (a second is refused with code `ALREADY_RUNNING`), and any number of `guest`s beside it or alone.
 */
export async function startPostgres(dataDir: string, as: 'server' | 'guest'): Promise<Postgres> {
  const cluster = await openCluster(dataDir)
  let seat = await acquireLease(cluster, as)
  let retaking: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const { address, adopted } = seat

  // PostgreSQL ends all sessions when one of its processes crashes, and our locks with them.
  function keepSeat() {
    seat.client.unref()
    seat.client.once('end', () => {
      retaking = retakeSeat()
    })
  }
  async function retakeSeat() {
    while (!stopping) {
      try {
        seat = await acquireLease(cluster, as)
        return keepSeat()
      } catch (error) {
        process.emitWarning(`The database's lock is lost and not yet taken again: ${error}`)
        await pause(1_000, undefined, { ref: false })
      }
    }
  }
  async function giveUpSeat() {
    await retaking
    await releaseLease(cluster, seat.client)
  }
  keepSeat()

  return {
    connection: { ...address, user: 'tezgah', database: 'tezgah' },
    superuser: { ...address, user: 'postgres', database: 'postgres' },
    adopted,
    stop: () => (stopping ??= giveUpSeat()),
  }
}

// Session locks of the database `postgres`: PostgreSQL gives them back when their holder dies, however it dies.
const usedLock = 1 // shared by all who need it running; whoever holds it alone may stop it
const serverLock = 2 // held by the one server

async function acquireLease(cluster: Cluster, as: 'server' | 'guest') {
  let startedByUs = false
  for (;;) {
    const { client, address, started } = await connect(cluster)
    startedByUs ||= started
    try {
      if (await lock(client, 'pg_try_advisory_lock_shared', usedLock)) {
        if (as === 'guest' || (await lockServer(client))) return { client, address, adopted: !startedByUs }
        await releaseLease(cluster, client)
        throw alreadyRunning(cluster.dataDir)
      }
      // Somebody is stopping it this moment. Once it is gone we start it again.
      await client.end()
    } catch (error) {
      if (!isTransient(error)) throw error
    }
    await pause(25)
  }
}

/** A server that was killed holds its lock until PostgreSQL notices: a moment. */
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
    // Nobody else can take a seat while we hold this, and it is held until PostgreSQL has ended.
    if (await lock(client, 'pg_try_advisory_lock', usedLock)) await stop(cluster)
  } catch (error) {
    if (!isTransient(error)) throw error // PostgreSQL has gone already
  }
  await client.end().catch(() => {})
}

async function lock(client: Client, how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared', what: number) {
  const { rows } = await client.query<{ taken: boolean }>(`select ${how}(${lockSpace}, ${what}) as taken`)
  return rows[0]?.taken === true
}

const lockSpace = 0x747a6768 // 'tzgh'

const alreadyRunning = (dataDir: string) =>
  Object.assign(new Error(`Tezgah is already running with the data in ${dataDir}. Stop that one first, or choose another DATA_DIR.`), {
    code: 'ALREADY_RUNNING',
  })
