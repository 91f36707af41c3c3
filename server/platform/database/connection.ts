import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import {
  RoundTrip,
  type Row,
  type Statement,
  type StatementResult,
  statement,
} from './round-trip.ts'

export const noticeChannel = 'tezgah_notices'

// Explicit, and before `resetSession`: an earlier transaction may have changed the defaults.
const begin = statement('begin isolation level read committed, read write')
const commit = statement('commit')
const rollback = statement('rollback')
const notify = statement(
  `select pg_notify('${noticeChannel}', notice) from unnest($1::text[]) as notice`,
)
// Neither a commit nor a rollback ends locks of the session.
const unlock = statement('select pg_catalog.pg_advisory_unlock_all()')
// Schema-qualified: an earlier transaction may have changed the session's search_path.
// Unlocks, as behind a pooler the round trip after a failed one may have another session.
const assertUnchangedSession = statement(
  "select public.assert_unchanged_session(''), pg_catalog.pg_advisory_unlock_all()",
)
/** Sets what an earlier transaction has set for the whole session,
 * such as `statement_timeout`, to the login's settings again. */
const resetSession = [assertUnchangedSession, statement('reset all')]
const openVendor = statement("select set_config('app.vendor', $1, true)")
const openVendorToRead = statement(
  "select set_config('transaction_read_only', 'on', true), set_config('app.vendor', $1, true)",
)
const openRequestToWrite = statement('select * from public.open_request($1, $2, $3)')
const openRequestToRead = statement(
  "select *, set_config('transaction_read_only', 'on', true) from public.open_request($1, $2, $3)",
)

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
  /** Differs where anything else of the row differs. */
  version: string
}

export type RoundTripListener = (
  statements: readonly Statement[],
  ms: number,
  failure: unknown,
) => void

/** A connection for one vendor with one round trip per tick: in `write`
 * mode one transaction, in `read` mode one each (record 0003). */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #mode: 'read' | 'write'
  readonly #prepares: boolean
  readonly #listener: RoundTripListener
  #opening: Statement[] = []
  readonly #roundTrips: Promise<unknown>[] = []
  #commit: Promise<void> | undefined
  readonly #notices = new Set<string>()
  #issued = 0
  #queued: {
    statement: Statement
    resolve: (result: StatementResult) => void
    reject: (error: unknown) => void
  }[] = []
  #flushing: Promise<void> | undefined
  #closed = false
  constructor(
    client: pg.PoolClient,
    mode: 'read' | 'write',
    prepares: boolean,
    listener: RoundTripListener,
  ) {
    this.#client = client
    this.#mode = mode
    this.#prepares = prepares
    this.#listener = listener
  }

  async openVendor(vendorId: string): Promise<void> {
    if (this.#mode === 'read')
      this.#opening = [...resetSession, { ...openVendorToRead, values: [vendorId] }]
    else await this.#send([begin, ...resetSession, { ...openVendor, values: [vendorId] }])
  }

  async openRequest(domain: string, sessionId: string | null): Promise<RequestContext | null> {
    const values = [domain, sessionId, null]
    const isRead = this.#mode === 'read'
    const results = await this.#send(
      isRead
        ? [...resetSession, { ...openRequestToRead, values }]
        : [begin, ...resetSession, { ...openRequestToWrite, values }],
    )
    const context = results.at(-1)?.rows[0] as RequestContext
    if (context.vendorId === null) return null
    if (isRead) await this.openVendor(context.vendorId)
    return context
  }

  /** In `read` mode: PostgreSQL refuses each round trip (TZ002)
   * where the request has another context than the expected one. */
  expectRequest(domain: string, sessionId: string | null, { version }: RequestContext) {
    this.#opening = [
      ...resetSession,
      { ...openRequestToRead, values: [domain, sessionId, version] },
    ]
  }

  /** In `read` mode, after the work: sends the opening if no statement
   * has. @throws what a round trip failed with, even if ignored */
  async confirmRequest(): Promise<void> {
    if (this.#roundTrips.length === 0) await this.#send(this.#opening)
    await Promise.all(this.#roundTrips)
  }

  async runWithoutVendor(statement: Statement): Promise<Row[]> {
    const [result] = await this.#send([statement])
    return result?.rows ?? []
  }

  async runAtVendor(vendorId: string, statement: Statement): Promise<Row[]> {
    this.#opening = [...resetSession, { ...openVendor, values: [vendorId] }]
    return this.run(statement)
  }

  /** The number of statements issued so far, sent or not. */
  get issued() {
    return this.#issued
  }

  /** Sends a notice in the round trip of the commit, behind it, so
   * that PostgreSQL delivers it once the transaction has committed. */
  notify(notice: string) {
    if (this.#mode === 'read' || this.#closed)
      throw new Error('A notice outside a transaction that writes')
    this.#notices.add(notice)
  }

  /** Sends the last statements and the commit in one round
   * trip, in this order; later statements are rejected. */
  commit(last: readonly Statement[] = []): Promise<void> {
    if (this.#mode === 'read') return Promise.resolve()
    this.#commit ??= Promise.all([...last, commit].map(each => this.#queue(each))).then(results => {
      if (results.at(-1)?.command !== 'COMMIT')
        throw new Error('PostgreSQL rolled back: the work ignored a failed statement')
    })
    // Behind the commit: PostgreSQL lets only one transaction with notices commit at a time.
    const notices = this.#notices.size > 0 ? [{ ...notify, values: [[...this.#notices]] }] : []
    if (!this.#closed) for (const each of [unlock, ...notices]) this.#queue(each).catch(() => {})
    this.#closed = true
    return this.#commit
  }

  async rollback(): Promise<void> {
    if (this.#mode === 'write') await this.#send([rollback, unlock])
  }

  /** Leaves a failed transaction open, so that a pooler
   * closes its server connection too (record 0012). */
  async failTransaction(): Promise<void> {
    await this.#send([begin, assertUnchangedSession]).catch(() => {})
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#queued) reject(transactionEnded())
    this.#queued = []
    await this.#flushing
  }

  async run(statement: Statement): Promise<Row[]> {
    return (await this.#queue(statement)).rows
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count } = await this.#queue(statement(query.sql, query.parameters))
    return { rows: rows as R[], numAffectedRows: BigInt(count) }
  }

  #queue(statement: Statement): Promise<StatementResult> {
    if (this.#closed) return Promise.reject(transactionEnded())
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>()
    this.#issued++
    this.#queued.push({ statement, resolve, reject })
    if (!this.#flushing) this.#flushing = this.#flush()
    return promise
  }

  async #flush() {
    await new Promise<void>(resolve => process.nextTick(resolve))
    while (this.#queued.length > 0) {
      const queued = this.#queued
      this.#queued = []
      const opening = this.#opening
      const isRead = this.#mode === 'read'
      const statements = queued.map(({ statement }) => statement)
      const sending = this.#send([...opening, ...statements, ...(isRead ? [unlock] : [])])
      if (isRead) this.#roundTrips.push(sending)
      try {
        const results = await sending
        for (const [i, { resolve }] of queued.entries())
          resolve(results[opening.length + i] as StatementResult)
      } catch (error) {
        if (isRead) await this.#send([unlock]).catch(() => {})
        for (const { reject } of queued) reject(error)
      }
    }
    this.#flushing = undefined
  }

  async #send(statements: Statement[]): Promise<StatementResult[]> {
    const since = performance.now()
    let failure: unknown
    try {
      return await this.#client.query(new RoundTrip(statements, this.#prepares)).results
    } catch (error) {
      failure = error
      throw error
    } finally {
      this.#listener(statements, performance.now() - since, failure)
    }
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed through Kysely
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not streamed: read a list by pages')
  }
}

/** Whether a request's context is not the expected one (migration 0024). */
export const isStaleSession = (error: unknown): boolean =>
  (error as { code?: string }).code === 'TZ002'

/** Whether an earlier transaction changed the vendor, role,
 * search path or row security of the session (migration 0023). */
export const isChangedSession = (error: unknown): boolean =>
  (error as { code?: string }).code === 'TZ001'

const transactionEnded = () => new Error('A query after its transaction has ended')
