import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { FairSemaphore } from '#platform/concurrency/fair-semaphore.ts'
import { busy, unavailable } from '#platform/errors.ts'
import { shareCall } from '#platform/share-call.ts'
import { Connection, isChangedSession, type RoundTripListener } from './connection.ts'
import {
  destroySocket,
  type Health,
  isOutage,
  isOutOfConnections,
  probeDatabase,
} from './outage.ts'
import { currentRequester } from './requester.ts'
import type { Statement } from './round-trip.ts'
import { assertRowSecurityBinds, type ConnectionTarget, requestConnections } from './server-role.ts'

export type TraceLabel = { route: string; reqId?: string }

/** `vendor`: whose work it is where no request waits for it. */
export type Work = { mode: 'read' | 'write'; vendor: string; label?: TraceLabel | undefined }

export type SlowQuery = TraceLabel & { statements: string[]; ms: number }

export type ChangedSession = { err: unknown; after: string | undefined; reqId: string | undefined }

export type PoolOptions = {
  size?: number | undefined
  /** Gets round trips of more than 500 ms. */
  onSlow?: (slow: SlowQuery) => void
  onRoundTrip?: RoundTripListener | undefined
  onChanged?: (changed: ChangedSession) => void
  deadlines?: DatabaseDeadlines | undefined
}

/** In ms: how long a connection may take, when a request is so slow
 * that the database is probed, and how long that probe may take. */
export type DatabaseDeadlines = { connection: number; beforeProbe: number; probe: number }

/** Their sums stay below the 2 s of outage reports. */
const defaultDeadlines: DatabaseDeadlines = { connection: 1_500, beforeProbe: 900, probe: 700 }
const stalled = 60_000 // ms, more than the statement timeout
const job: TraceLabel = { route: 'a job' }

/** @throws when the role bypasses row-level security */
export async function openConnectionPool(
  target: ConnectionTarget,
  options: PoolOptions,
): Promise<ConnectionPool> {
  const pool = new pg.Pool({
    ...target.connection,
    max: options.size ?? requestConnections,
    connectionTimeoutMillis: (options.deadlines ?? defaultDeadlines).connection,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await assertRowSecurityBinds(pool).catch(async error => {
    await pool.end()
    throw error
  })
  return new ConnectionPool(pool, target, options)
}

export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #target: ConnectionTarget
  readonly #options: PoolOptions
  readonly #deadlines: DatabaseDeadlines
  readonly #lastRequests = new WeakMap<pg.PoolClient, TraceLabel>()
  readonly #slots: FairSemaphore
  readonly #holding = new AsyncLocalStorage<boolean>()
  #backgroundWork = 0
  #lastResponse = 0
  constructor(pool: pg.Pool, target: ConnectionTarget, options: PoolOptions) {
    this.#pool = pool
    this.#target = target
    this.#options = options
    this.#deadlines = options.deadlines ?? defaultDeadlines
    this.#slots = new FairSemaphore({
      slots: pool.options.max,
      slotsOfVendor: 4,
      // it is known by then whether the database is down
      timeout: this.#deadlines.beforeProbe + this.#deadlines.probe + 100,
      maxPause: 20,
    })
  }

  /** Runs and commits `run`; with another connection when an
   * earlier request changed the session of the first. */
  async withConnection<T>(work: Work, run: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#holding.getStore())
      throw new Error('A second connection for work that has one: both could wait for each other')
    for (let retries = this.#pool.options.max; ; retries--) {
      try {
        return await this.#withSlot(work, run)
      } catch (error) {
        if (!isChangedSession(error)) throw error
        if (retries === 0) throw unavailable(error)
      }
    }
  }

  counts() {
    return { open: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#slots.waiting }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #withSlot<T>(work: Work, run: (connection: Connection) => Promise<T>): Promise<T> {
    const slot = this.#slots.acquire(
      currentRequester() ?? { vendor: work.vendor, user: `background ${++this.#backgroundWork}` },
    )
    const release = slot instanceof Promise ? await slot : slot
    try {
      return await this.#withOneConnection(work, run)
    } finally {
      release()
    }
  }

  async #withOneConnection<T>(
    { mode, label = job }: Work,
    run: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect()
    const previous = this.#lastRequests.get(client)
    this.#lastRequests.set(client, label)
    const watch = this.#watch(client)
    const connection = new Connection(client, mode, this.#target, (statements, ms, failure) => {
      watch.lastRoundTrip = performance.now()
      this.#report(label, statements, ms, failure)
    })
    let broken: Error | undefined
    try {
      const result = await this.#holding.run(true, () => run(connection))
      await connection.commit()
      if (connection.refusal) throw connection.refusal
      this.#lastResponse = performance.now()
      return result
    } catch (thrown) {
      const error = connection.refusal ?? thrown // the work may have made another of it
      // a write's rollback shows whether the connection works
      if (mode === 'read' && isOutage(error)) broken = error as Error
      await connection.close()
      await connection.rollback().catch(failure => {
        broken = failure
      })
      if (isChangedSession(error)) {
        this.#options.onChanged?.({ err: error, after: previous?.route, reqId: previous?.reqId })
        if (this.#target.direct) await connection.failTransaction()
        broken = error as Error
      }
      if (
        (watch.isPoolerSaturated && isOutage(error)) ||
        (await isOutOfConnections(error, this.#target, this.#deadlines.probe))
      )
        throw busy(error)
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      watch.stop()
      connection.close()
      client.release(broken)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    let health: Promise<Health> | undefined
    const timer = setTimeout(() => {
      health = this.#probe()
    }, this.#deadlines.beforeProbe)
    try {
      return await this.#pool.connect()
    } catch (error) {
      const isBusy = health && (await health) !== 'down'
      throw isBusy || (await isOutOfConnections(error, this.#target, this.#deadlines.probe))
        ? busy(error)
        : unavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Destroys the socket of a client at work once the database
   * stops responding: a dead network connection raises no error. */
  #watch(client: pg.PoolClient) {
    let isDone = false
    const timer = setInterval(async () => {
      const health = await this.#probe()
      // Slow statements continue while the database responds.
      if (
        isDone ||
        health === 'up' ||
        (health === 'saturated' && performance.now() - watch.lastRoundTrip < stalled)
      )
        return
      watch.isPoolerSaturated = health === 'saturated'
      destroySocket(client)
    }, this.#deadlines.beforeProbe)
    const watch = {
      lastRoundTrip: Number.NEGATIVE_INFINITY,
      isPoolerSaturated: false,
      stop() {
        isDone = true
        clearInterval(timer)
      },
    }
    return watch
  }

  readonly #probe = shareCall(async (): Promise<Health> => {
    const since = performance.now()
    const health = await probeDatabase(this.#target, this.#deadlines.probe)
    if (this.#lastResponse > since) return 'up' // slow: it answered a request during the probe
    if (health === 'down') this.#slots.refuseWaiting(unavailable())
    return health
  })

  #report(label: TraceLabel, statements: readonly Statement[], ms: number, failure: unknown) {
    if (ms > 500)
      this.#options.onSlow?.({
        ...label,
        statements: statements.map(({ text }) => text),
        ms: Math.round(ms),
      })
    this.#options.onRoundTrip?.(statements, ms, failure)
  }
}
