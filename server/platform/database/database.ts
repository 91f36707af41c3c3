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

/** Puts a job into the queue, in the transaction of what caused it. */
export type JobSender = { send(db: Db, queue: string, data: Record<string, string>): Promise<void> }

/** What the work for one vendor asks of the database: it sees that vendor's rows and nobody else's. What it writes is one transaction. */
export class Db extends Transaction<Schema> {
  readonly vendorId: string
  readonly jobs: JobSender
  /** Of a list without pages only this portion is asked for; the whole, where it is not set. */
  batch: Batch | undefined
  readonly #connection: Connection
  constructor(connection: Connection, vendorId: string, jobs: JobSender) {
    super({ ...props, executor: props.executor.withConnectionProvider({ provideConnection: consume => consume(connection) }) })
    this.vendorId = vendorId
    this.jobs = jobs
    this.#connection = connection
  }

  /** Runs a statement that is written already; its rows with camelCase names. */
  run(statement: Statement): Promise<Row[]> {
    return this.#connection.run(statement)
  }
}

/** The vendor of those who run the installation. */
export const platformVendor = '00000000-0000-0000-0000-000000000000'

/**
 * How long is waited, in ms: for a connection; for work with it, before PostgreSQL is asked whether it still answers. Together with the wait for
 * that answer less than the 2 s within which everybody is told that it is away, or has no connection for them. `whole` is how long a pooler that has none
 * may leave work without a word which has had one already: longer than a statement may take.
 */
const timeouts = { connection: 1_500, work: 900, whole: 60_000 }

/** What a request's first statement learns: the vendor of its domain and, with a live session, its user. */
export type RequestContext = {
  vendorId: string
  sessionId: string | null
  userId: string | null
  role: string | null
  email: string | null
  name: string | null
  /** Its user entered the password, or a code of the second factor, within the last 15 minutes. */
  authenticatedRecently: boolean | null
}

export type Database = {
  /**
   * The work of a request, at the vendor of a domain; null where the domain is nobody's. `work` is one transaction, or only reads: then it
   * may be run a second time, if who asks has changed since their last request.
   */
  inRequest<T>(
    ask: { domain: string; sessionId: string | null; readOnly: boolean; origin?: TraceLabel },
    work: (db: Db, context: RequestContext) => Promise<T>,
  ): Promise<T | null>
  /** A transaction of a job, a command or a part of a request, at one vendor. */
  inVendor<T>(vendorId: string, work: (db: Db) => Promise<T>, label?: TraceLabel): Promise<T>
  /** Reads of a job or a part of a request, at one vendor: each round trip is a transaction of its own. */
  readVendor<T>(vendorId: string, work: (db: Db) => Promise<T>): Promise<T>
  /** One statement at one vendor, in a transaction of its own: one round trip. */
  runAtVendor(vendorId: string, statement: Statement): Promise<Row[]>
  /** The ids of all vendors, for what is done at each. */
  vendorIds(): Promise<string[]>
  /** How many connections there are, of them idle, and how many wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Throws when the database does not answer within 2 s. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What the database is asked for: the call's name, and its request's id as the log has it. */
export type TraceLabel = { route: string; reqId?: string }

/** What took long: the statements of one round trip without their values, milliseconds. */
export type SlowQuery = TraceLabel & { statements: string[]; ms: number }

/** A connection was closed because the request that had it before changed the session of it. */
export type ChangedSession = { err: unknown; after: string | undefined; reqId: string | undefined }

/**
 * Opens the server's connections; `onSlow` is told of what took more than half a second, `onAnswered` of every round trip, `onChanged` of
 * every connection whose session a request changed.
 * @throws when their role could see through row-level security.
 */
export async function openDatabase(
  target: ConnectionTarget,
  jobs: JobSender,
  size = requestConnections,
  onSlow: (slow: SlowQuery) => void = () => {},
  onAnswered?: RoundTripListener,
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
  // A connection that broke: the pool opens another, and a request that meets the trouble says so.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await assertRowSecurityBinds(pool).catch(async error => {
    await pool.end()
    throw error
  })

  /** How PostgreSQL is; one asks for all who want to know. */
  let asking: Promise<Health> | undefined
  let heard = 0
  function sign() {
    const since = performance.now()
    asking ??= probeDatabase(target)
      .then(sign => (heard > since ? 'there' : sign)) // it is slow, then, and has answered somebody else
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  async function connect() {
    let asked: Promise<Health> | undefined
    const clock = setTimeout(() => {
      asked = sign()
    }, timeouts.work)
    try {
      return await pool.connect()
    } catch (error) {
      const isThere = asked && (await asked) !== 'away' // and nobody has given a connection back meanwhile
      throw isThere || (await isOutOfConnections(error, target)) ? busy(error) : unavailable(error)
    } finally {
      clearTimeout(clock)
    }
  }

  /**
   * Lends a connection to some work, which opens it for a vendor. What the work wrote is there once this resolves, and not if it throws. A
   * connection whose session an earlier request changed refuses to be opened; it is closed, and the work has another one.
   */
  async function lend<T>(how: 'read' | 'write', work: (connection: Connection) => Promise<T>, label?: TraceLabel): Promise<T> {
    for (let others = size; ; others--) {
      try {
        return await lendOne(how, work, label)
      } catch (error) {
        if (!isChangedSession(error)) throw error
        if (others === 0) throw unavailable(error)
      }
    }
  }

  /** Which request each connection served last. */
  const served = new WeakMap<pg.PoolClient, TraceLabel>()

  async function lendOne<T>(
    how: 'read' | 'write',
    work: (connection: Connection) => Promise<T>,
    label: TraceLabel = { route: 'a job' },
  ): Promise<T> {
    const client = await connect()
    const before = served.get(client)
    served.set(client, label)
    let last = Number.NEGATIVE_INFINITY // heard of it
    let waitedInVain = false
    let over = false
    const connection = new Connection(client, how, prepares, (statements, ms, failure) => {
      last = performance.now()
      if (ms > 500) onSlow({ ...label, statements: statements.map(({ text }) => text), ms: Math.round(ms) })
      onAnswered?.(statements, ms, failure)
    })
    // Of a line that has died nothing else would ever tell; and what takes its time is let, unless a pooler may not have begun it.
    const watch = setInterval(async () => {
      const now = await sign()
      if (over || now === 'there' || (now === 'full' && performance.now() - last < timeouts.whole)) return
      waitedInVain = now === 'full'
      destroySocket(client)
    }, timeouts.work)
    let broken: Error | undefined
    try {
      const result = await work(connection)
      await connection.commit()
      heard = performance.now()
      return result
    } catch (error) {
      if (how === 'read' && isOutage(error)) broken = error as Error // one that writes shows by the undoing whether it still works
      await connection.close()
      await connection.rollback().catch(failure => {
        broken = failure
      })
      if (isChangedSession(error)) {
        onChanged({ err: error, after: before?.route, reqId: before?.reqId })
        if (target.direct) await connection.failTransaction()
        broken = error as Error
      }
      if ((waitedInVain && isOutage(error)) || (await isOutOfConnections(error, target))) throw busy(error)
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      over = true
      clearInterval(watch)
      connection.close()
      client.release(broken)
    }
  }

  /**
   * Who reads is supposed to be who they were at the session's last request: so the opening goes out together with what is read. If it
   * then answers otherwise, nothing of the work counts, neither its outcome nor its failure.
   */
  const sessions = new Map<string, RequestContext>()
  async function workAs<T>(
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
    async inRequest({ domain, sessionId, readOnly, origin }, work) {
      const session = `${domain} ${sessionId}`
      const opening = { ...(readOnly ? openRequestToRead : openRequest), values: [domain, sessionId] }
      const supposed = readOnly ? sessions.get(session) : undefined
      if (supposed) {
        const outcome = await lend('read', connection => workAs(supposed, connection, opening, work), origin).catch(error => {
          if (!(error instanceof StaleSession)) throw error
          return error
        })
        if (!(outcome instanceof StaleSession)) return outcome
        sessions.delete(session)
      }
      return lend(
        readOnly ? 'read' : 'write',
        async connection => {
          const opened = (await connection.open(opening)) as RequestContext
          if (opened.vendorId === null) return null
          if (sessions.size >= 10_000) sessions.clear()
          if (readOnly && opened.sessionId !== null) sessions.set(session, opened)
          return work(new Db(connection, opened.vendorId, jobs), opened)
        },
        origin,
      )
    },
    inVendor: (vendorId, work, origin) =>
      lend(
        'write',
        async connection => {
          await connection.openVendor(vendorId)
          return work(new Db(connection, vendorId, jobs))
        },
        origin,
      ),
    readVendor: (vendorId, work) =>
      lend('read', async connection => {
        await connection.openVendor(vendorId)
        return work(new Db(connection, vendorId, jobs))
      }),
    runAtVendor: (vendorId, statement) => lend('read', connection => connection.runAtVendor(vendorId, statement)),
    vendorIds: async () => (await pool.query<{ id: string }>('select vendor_ids() as id')).rows.map(row => row.id),
    async check() {
      await lend('read', connection => connection.check())
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const opening = 'public.open_request(public.assert_unchanged_session($1), $2)'
const openRequest = statement(`select * from ${opening}`)
const openRequestToRead = statement(`select *, set_config('transaction_read_only', 'on', true) from ${opening}`)

/** Kysely only writes the SQL here; connections are the database's own. */
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

/** camelCase in the code, snake_case in SQL; rows are renamed by the connection. */
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

/**
 * A hot query, written once and run with values: Kysely builds its SQL at the first call only.
 * `build` may use its parameters only as values of the query.
 */
export function prepared<P extends object, R>(
  build: (db: Kysely<Schema>, parameters: P) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  class Parameter {
    readonly key: keyof P
    constructor(key: keyof P) {
      this.key = key
    }
  }
  let written: Statement | undefined
  return (db, parameters) => {
    if (!written) {
      const compiled = build(queryBuilder, new Proxy({} as P, { get: (_, key) => new Parameter(key as keyof P) })).compile()
      written = statement(compiled.sql, compiled.parameters)
    }
    const values = written.values.map(value => (value instanceof Parameter ? parameters[value.key as keyof P] : value))
    return db.run({ ...written, values }) as Promise<R[]>
  }
}
