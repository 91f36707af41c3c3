import {
  type Compilable,
  type DatabaseConnection,
  type Driver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely'
import { type Connection, isStaleSession, type RequestContext } from './connection.ts'
import {
  type ConnectionPool,
  openConnectionPool,
  type PoolOptions,
  type TraceLabel,
} from './connection-pool.ts'
import { type Row, type Statement, statement } from './round-trip.ts'
import type { Schema } from './schema.ts'
import type { ConnectionTarget } from './server-role.ts'

export type JobSender = {
  send(
    db: Db,
    queue: string,
    data: Record<string, string>,
    ids?: string[],
    delay?: number,
  ): Promise<void>
  sendEach(db: Db, queue: string, data: Record<string, string>[], delay?: number): Promise<void>
}

const maxNoticeBytes = 7_900

/** Queries that see one vendor's rows only; all writes are one transaction. */
export class Db extends Transaction<Schema> {
  readonly vendorId: string
  readonly jobs: JobSender
  readonly #connection: Connection
  constructor(connection: Connection, vendorId: string, jobs: JobSender) {
    super({
      ...props,
      executor: props.executor.withConnectionProvider({
        provideConnection: consume => consume(connection),
      }),
    })
    this.vendorId = vendorId
    this.jobs = jobs
    this.#connection = connection
  }

  run(statement: Statement): Promise<Row[]> {
    return this.#connection.run(statement)
  }

  /** Notifies every instance of a change of this vendor once it has
   * committed. @throws on more than 7,900 bytes (PostgreSQL's limit) */
  notify(notice: object) {
    const text = JSON.stringify({ vendor: this.vendorId, ...notice })
    if (Buffer.byteLength(text) > maxNoticeBytes)
      throw new Error('A notice of more than 7,900 bytes')
    this.#connection.notify(text)
  }

  /** Commits, with the last writes of the transaction in the round trip of the commit.
   * They are values, so that none of them can be sent after it. */
  commit(last: readonly Statement[] = []): Promise<void> {
    return this.#connection.commit(last)
  }

  /** Runs writes and locks in this order, in one round trip where each part issues its first
   * statement at once; the part after another one begins when that one has been answered. */
  async inOrder<T extends object>(
    parts: {
      readonly [K in keyof T]: () => Promise<T[K]>
    },
  ): Promise<T> {
    const results: Promise<[string, unknown]>[] = []
    for (const [name, part] of Object.entries<() => Promise<unknown>>(parts)) {
      const { issued } = this.#connection
      const result = part().then((value): [string, unknown] => [name, value])
      results.push(result)
      result.catch(() => {}) // thrown below, also while another part is awaited
      if (this.#connection.issued === issued) await result
    }
    return Object.fromEntries(await Promise.all(results)) as T
  }
}

/** The vendor of the operators of the installation. */
export const platformVendor = '00000000-0000-0000-0000-000000000000'

export type RequestScope = {
  domain: string
  sessionId: string | null
  readOnly: boolean
  label?: TraceLabel
}
type RequestWork<T> = (db: Db, context: RequestContext) => Promise<T>

export type Database = {
  /** Runs a request at the vendor of a domain, null without one. `work` runs
   * again when the session has changed: a write before its first round trip has run. */
  inRequest<T>(request: RequestScope, work: RequestWork<T>): Promise<T | null>
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

/** Opens the connections for requests. @throws when the role bypasses row-level security */
export async function openDatabase(
  target: ConnectionTarget,
  jobs: JobSender,
  options: PoolOptions = {},
): Promise<Database> {
  const pool = await openConnectionPool(target, options)
  return {
    inRequest: requestRunner(pool, jobs),
    inVendor: (vendor, work, label) =>
      pool.withConnection({ mode: 'write', vendor, label }, async connection => {
        connection.openVendor(vendor)
        return work(new Db(connection, vendor, jobs))
      }),
    readVendor: (vendor, work) =>
      pool.withConnection({ mode: 'read', vendor }, async connection => {
        connection.openVendor(vendor)
        return work(new Db(connection, vendor, jobs))
      }),
    runAtVendor: (vendor, statement) =>
      pool.withConnection({ mode: 'read', vendor }, connection =>
        connection.runAtVendor(vendor, statement),
      ),
    async vendorIds() {
      const rows = await pool.withConnection(ofInstance, connection =>
        connection.runWithoutVendor(vendorIds),
      )
      return rows.map(({ id }) => id as string)
    },
    async check() {
      await pool.withConnection(ofInstance, connection => connection.runWithoutVendor(select1))
    },
    connections: () => pool.counts(),
    close: () => pool.close(),
  }
}

const ofInstance = { mode: 'read', vendor: '' } as const
const vendorIds = statement('select public.vendor_ids() as id')
const select1 = statement('select 1')

const maxKnownContexts = 10_000

/** A request starts with the context of the session's last one, and
 * again without it when PostgreSQL refuses it (record 0003). */
function requestRunner(pool: ConnectionPool, jobs: JobSender): Database['inRequest'] {
  const knownContexts = new Map<string, RequestContext>()

  async function runExpecting<T>(
    context: RequestContext,
    { domain, sessionId, readOnly, label }: RequestScope,
    work: RequestWork<T>,
  ) {
    const mode = readOnly ? 'read' : 'write'
    const run = async (connection: Connection) => {
      connection.expectRequest(domain, sessionId, context)
      try {
        return await work(new Db(connection, context.vendorId, jobs), context)
      } finally {
        await connection.confirmRequest()
      }
    }
    return pool.withConnection({ mode, vendor: domain, label }, run)
  }

  return async (request, work) => {
    const { domain, sessionId, readOnly, label } = request
    const key = `${domain} ${sessionId}`
    const known = knownContexts.get(key)
    if (known) {
      try {
        return await runExpecting(known, request, work)
      } catch (error) {
        if (!isStaleSession(error)) throw error
        knownContexts.delete(key)
      }
    }
    const run = async (connection: Connection) => {
      const context = await connection.openRequest(domain, sessionId)
      if (context === null) return null
      if (knownContexts.size >= maxKnownContexts) knownContexts.clear()
      if (context.sessionId !== null) knownContexts.set(key, context)
      return work(new Db(connection, context.vendorId, jobs), context)
    }
    return pool.withConnection({ mode: readOnly ? 'read' : 'write', vendor: domain, label }, run)
  }
}

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

/** Writes the schema's camelCase names in snake_case, without the second tree
 * of nodes that Kysely's plugin makes of each query. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string) {
    return super.sanitizeIdentifier(
      identifier.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    )
  }
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new NoDriver(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
}
const config = { dialect }
const queryBuilder = new Kysely<Schema>(config)
const props = { config, driver: new NoDriver(), dialect, executor: queryBuilder.getExecutor() }

/** What a query can compare with: a value, or a parameter of a prepared query. */
export type Value<T> = T | Expression<T>
export type Values<P> = { readonly [K in keyof P]: Value<P[K]> }

/** The parameters of a prepared query while it is built: expressions, as no value is known. */
export type Placeholders<P> = { readonly [K in keyof P]: RawBuilder<P[K]> }

/** With its rows: the parameter of Kysely's `Compilable` takes any type. */
export type QueryOf<R> = Compilable & { execute(): Promise<R[]> }

/** A query that is compiled once, and runs with other parameters each time. */
export function prepareQuery<P extends object, R>(
  build: (db: Kysely<Schema>, parameters: Placeholders<P>) => QueryOf<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  const statementOf = prepareStatement(build)
  return (db, parameters) => db.run(statementOf(parameters)) as Promise<R[]>
}

/** As `prepareQuery`; returns the statement, such as for `Db.commit`. */
export function prepareStatement<P extends object>(
  build: (db: Kysely<Schema>, parameters: Placeholders<P>) => Compilable,
): (parameters: P) => Statement {
  class Parameter {
    readonly key: keyof P
    constructor(key: keyof P) {
      this.key = key
    }
  }
  let compiledStatement: Statement | undefined
  return parameters => {
    if (!compiledStatement) {
      const compiled = build(
        queryBuilder,
        new Proxy({} as Placeholders<P>, {
          get: (_, key) => sql.val(new Parameter(key as keyof P)),
        }),
      ).compile()
      compiledStatement = statement(compiled.sql, compiled.parameters)
    }
    const parameterOf = ({ key }: Parameter) => {
      const value = parameters[key]
      if (value === undefined) throw new Error(`A prepared query without ${String(key)}`)
      return value
    }
    const values = compiledStatement.values.map(value =>
      value instanceof Parameter ? parameterOf(value) : value,
    )
    return { ...compiledStatement, values }
  }
}
