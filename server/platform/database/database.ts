import {
  CamelCasePlugin,
  type Compilable,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import pg from 'pg'
import { busy, unavailable } from '#platform/errors.ts'
import type { Batch } from './batches.ts'
import { Connection, isChangedSession, type RoundTripListener, StaleSession } from './connection.ts'
import { destroySocket, type Health, isOutage, isOutOfConnections, probeDatabase } from './outage.ts'
import { type Row, type Statement, statement } from './round-trip.ts'
import type { Schema } from './schema.ts'
import { assertRowSecurityBinds, type ConnectionTarget, requestConnections } from './server-role.ts'

export type JobSender = { send(db: Db, queue: string, data: Record<string, string>): Promise<void> }

/** Queries that see one vendor's rows only; all writes are one transaction. */
export class Db extends Transaction<Schema> {
  readonly vendorId: string
  readonly jobs: JobSender
  /** Restricts a list without pages to this batch. */
  batch: Batch | undefined
  readonly #connection: Connection
  constructor(connection: Connection, vendorId: string, jobs: JobSender) {
    super({ ...props, executor: props.executor.withConnectionProvider({ provideConnection: consume => consume(connection) }) })
    this.vendorId = vendorId
    this.jobs = jobs
    this.#connection = connection
  }

  run(statement: Statement): Promise<Row[]> {
    return this.#connection.run(statement)
  }
}

/** The vendor of the operators of the installation. */
export const platformVendor = '00000000-0000-0000-0000-000000000000'

/** In ms. `connection` and `beforeProbe` with the probe stay below the 2 s in which outages are reported; `stalled` exceeds the statement timeout. */
const timeouts = { connection: 1_500, beforeProbe: 900, stalled: 60_000 }

/** The row of `open_request`: the vendor of the domain and, with a live session, its user. */
export type RequestContext = {
  vendorId: string
  sessionId: string | null
  userId: string | null
  role: string | null
  email: string | null
  name: string | null
  /** Within the last 15 minutes, by password or second factor. */
  authenticatedRecently: boolean | null
}

export type Database = {
  /** Runs a request at the vendor of a domain, null without one. With `readOnly`, `work` runs again when the session has changed. */
  inRequest<T>(
    request: { domain: string; sessionId: string | null; readOnly: boolean; label?: TraceLabel },
    work: (db: Db, context: RequestContext) => Promise<T>,
  ): Promise<T | null>
  inVendor<T>(vendorId: string, work: (db: Db) => Promise<T>, label?: TraceLabel): Promise<T>
  /** Runs reads at one vendor, each round trip a transaction of its own. */
  readVendor<T>(vendorId: string, work: (db: Db) => Promise<T>): Promise<T>
  /** Runs one statement at one vendor, in a transaction of its own: one round trip. */
  runAtVendor(vendorId: string, statement: Statement): Promise<Row[]>
  vendorIds(): Promise<string[]>
  connections(): { open: number; idle: number; waiting: number }
  /** @throws when the database does not answer within 2 s */
  check(): Promise<void>
  close(): Promise<void>
}

export type TraceLabel = { route: string; reqId?: string }

/** The statements of a slow round trip without their values; `ms` is its duration. */
export type SlowQuery = TraceLabel & { statements: string[]; ms: number }

/** A closed connection, whose session the request `after` changed. */
export type ChangedSession = { err: unknown; after: string | undefined; reqId: string | undefined }

/** Opens the pool; `onSlow` gets round trips of more than 500 ms. @throws when the role bypasses row-level security */
export async function openDatabase(
  target: ConnectionTarget,
  jobs: JobSender,
  size = requestConnections,
  onSlow: (slow: SlowQuery) => void = () => {},
  onRoundTrip?: RoundTripListener,
  onChanged: (changed: ChangedSession) => void = () => {},
): Promise<Database> {
  const { connection, prepares } = target
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await assertRowSecurityBinds(pool).catch(async error => {
    await pool.end()
    throw error
  })

  /** Concurrent callers share one probe. */
  let probing: Promise<Health> | undefined
  let lastResponse = 0
  function probe() {
    const since = performance.now()
    probing ??= probeDatabase(target)
      .then(health => (lastResponse > since ? 'up' : health)) // slow: it answered a request during the probe
      .finally(() => {
        probing = undefined
      })
    return probing
  }

  async function connect() {
    let health: Promise<Health> | undefined
    const timer = setTimeout(() => {
      health = probe()
    }, timeouts.beforeProbe)
    try {
      return await pool.connect()
    } catch (error) {
      const isBusy = health && (await health) !== 'down'
      throw isBusy || (await isOutOfConnections(error, target)) ? busy(error) : unavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Runs and commits `work`; with another connection when an earlier request changed the session of the first. */
  async function withConnection<T>(mode: 'read' | 'write', work: (connection: Connection) => Promise<T>, label?: TraceLabel): Promise<T> {
    for (let retries = size; ; retries--) {
      try {
        return await withOneConnection(mode, work, label)
      } catch (error) {
        if (!isChangedSession(error)) throw error
        if (retries === 0) throw unavailable(error)
      }
    }
  }

  const lastRequests = new WeakMap<pg.PoolClient, TraceLabel>()

  async function withOneConnection<T>(
    mode: 'read' | 'write',
    work: (connection: Connection) => Promise<T>,
    label: TraceLabel = { route: 'a job' },
  ): Promise<T> {
    const client = await connect()
    const previous = lastRequests.get(client)
    lastRequests.set(client, label)
    let lastRoundTrip = Number.NEGATIVE_INFINITY
    let isPoolerSaturated = false
    let isDone = false
    const connection = new Connection(client, mode, prepares, (statements, ms, failure) => {
      lastRoundTrip = performance.now()
      if (ms > 500) onSlow({ ...label, statements: statements.map(({ text }) => text), ms: Math.round(ms) })
      onRoundTrip?.(statements, ms, failure)
    })
    // A dead network connection raises no error; slow statements continue while the database responds.
    const probeTimer = setInterval(async () => {
      const health = await probe()
      if (isDone || health === 'up' || (health === 'saturated' && performance.now() - lastRoundTrip < timeouts.stalled)) return
      isPoolerSaturated = health === 'saturated'
      destroySocket(client)
    }, timeouts.beforeProbe)
    let broken: Error | undefined
    try {
      const result = await work(connection)
      await connection.commit()
      lastResponse = performance.now()
      return result
    } catch (error) {
      if (mode === 'read' && isOutage(error)) broken = error as Error // a write's rollback shows whether the connection works
      await connection.close()
      await connection.rollback().catch(failure => {
        broken = failure
      })
      if (isChangedSession(error)) {
        onChanged({ err: error, after: previous?.route, reqId: previous?.reqId })
        if (target.direct) await connection.failTransaction()
        broken = error as Error
      }
      if ((isPoolerSaturated && isOutage(error)) || (await isOutOfConnections(error, target))) throw busy(error)
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      isDone = true
      clearInterval(probeTimer)
      connection.close()
      client.release(broken)
    }
  }

  /** The context with which the session's next read starts speculatively (record 0003). */
  const knownSessions = new Map<string, RequestContext>()
  async function runSpeculatively<T>(
    expected: RequestContext,
    connection: Connection,
    opening: Statement,
    work: (db: Db, context: RequestContext) => Promise<T>,
  ) {
    connection.openSpeculatively(opening, expected)
    try {
      return await work(new Db(connection, expected.vendorId, jobs), expected)
    } finally {
      await connection.confirmSession()
    }
  }

  return {
    async inRequest({ domain, sessionId, readOnly, label }, work) {
      const sessionKey = `${domain} ${sessionId}`
      const opening = { ...(readOnly ? openRequestToRead : openRequest), values: [domain, sessionId] }
      const expected = readOnly ? knownSessions.get(sessionKey) : undefined
      if (expected) {
        const run = (connection: Connection) => runSpeculatively(expected, connection, opening, work)
        const result = await withConnection('read', run, label).catch(error => {
          if (!(error instanceof StaleSession)) throw error
          return error
        })
        if (!(result instanceof StaleSession)) return result
        knownSessions.delete(sessionKey)
      }
      return withConnection(
        readOnly ? 'read' : 'write',
        async connection => {
          const context = (await connection.open(opening)) as RequestContext
          if (context.vendorId === null) return null
          if (knownSessions.size >= 10_000) knownSessions.clear()
          if (readOnly && context.sessionId !== null) knownSessions.set(sessionKey, context)
          return work(new Db(connection, context.vendorId, jobs), context)
        },
        label,
      )
    },
    inVendor: (vendorId, work, label) =>
      withConnection(
        'write',
        async connection => {
          await connection.openVendor(vendorId)
          return work(new Db(connection, vendorId, jobs))
        },
        label,
      ),
    readVendor: (vendorId, work) =>
      withConnection('read', async connection => {
        await connection.openVendor(vendorId)
        return work(new Db(connection, vendorId, jobs))
      }),
    runAtVendor: (vendorId, statement) => withConnection('read', connection => connection.runAtVendor(vendorId, statement)),
    vendorIds: async () => (await pool.query<{ id: string }>('select vendor_ids() as id')).rows.map(row => row.id),
    async check() {
      await withConnection('read', connection => connection.check())
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const opening = 'public.open_request(public.assert_unchanged_session($1), $2)'
const openRequest = statement(`select * from ${opening}`)
const openRequestToRead = statement(`select *, set_config('transaction_read_only', 'on', true) from ${opening}`)

class NoDriver implements Driver {
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    throw new Error('A query outside a transaction: use inRequest or inVendor')
  }
  async beginTransaction() {}
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

class CamelCase extends CamelCasePlugin {
  override transformResult: CamelCasePlugin['transformResult'] = async args => args.result
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new NoDriver(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const config = { dialect, plugins: [new CamelCase()] }
const queryBuilder = new Kysely<Schema>(config)
const props = { config, driver: new NoDriver(), dialect, executor: queryBuilder.getExecutor() }

/** A query that is compiled once. `build` may use its parameters only as values of the query. */
export function prepareQuery<P extends object, R>(
  build: (db: Kysely<Schema>, parameters: P) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  class Parameter {
    readonly key: keyof P
    constructor(key: keyof P) {
      this.key = key
    }
  }
  let compiledStatement: Statement | undefined
  return (db, parameters) => {
    if (!compiledStatement) {
      const compiled = build(queryBuilder, new Proxy({} as P, { get: (_, key) => new Parameter(key as keyof P) })).compile()
      compiledStatement = statement(compiled.sql, compiled.parameters)
    }
    const values = compiledStatement.values.map(value => (value instanceof Parameter ? parameters[value.key as keyof P] : value))
    return db.run({ ...compiledStatement, values }) as Promise<R[]>
  }
}
