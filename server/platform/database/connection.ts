import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import {
  RoundTrip,
  type Row,
  type Statement,
  type StatementResult,
  statement,
} from './round-trip.ts'
import type { ConnectionTarget } from './server-role.ts'

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
  startPage: string | null
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
  readonly #target: ConnectionTarget
  readonly #listener: RoundTripListener
  #opening: Statement[] = []
  #isOpened = false
  #failure: unknown
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
    target: ConnectionTarget,
    listener: RoundTripListener,
  ) {
    this.#client = client
    this.#mode = mode
    this.#target = target
    this.#listener = listener
  }

  openVendor(vendorId: string) {
    const values = [vendorId]
    this.#opening =
      this.#mode === 'read'
        ? [...resetSession, { ...openVendorToRead, values }]
        : [begin, ...resetSession, { ...openVendor, values }]
  }

  async openRequest(domain: string, sessionId: string | null): Promise<RequestContext | null> {
    const results = await this.#send(this.#openingOf(domain, sessionId, null))
    const context = results.at(-1)?.rows[0] as RequestContext
    if (context.vendorId === null) return null
    if (this.#mode === 'read') this.openVendor(context.vendorId)
    return context
  }

  /** PostgreSQL refuses (TZ002) each round trip of a read, and the first
   * of a write, where the request has another context than the expected one. */
  expectRequest(domain: string, sessionId: string | null, { version }: RequestContext) {
    this.#opening = this.#openingOf(domain, sessionId, version)
  }

  /** After the work: sends the opening if no statement has.
   * @throws what a round trip of a read failed with, even if the work has ignored it */
  async confirmRequest(): Promise<void> {
    if (!this.#isOpened) await this.#send(this.#takeOpening())
    if (this.#mode === 'read' && this.#failure) throw this.#failure
  }

  /** What PostgreSQL refused a round trip with, before any statement of the work has run. */
  get refusal(): unknown {
    return isStaleSession(this.#failure) || isChangedSession(this.#failure)
      ? this.#failure
      : undefined
  }

  #openingOf(domain: string, sessionId: string | null, version: string | null): Statement[] {
    const values = [domain, sessionId, version]
    return this.#mode === 'read'
      ? [...resetSession, { ...openRequestToRead, values }]
      : [begin, ...resetSession, { ...openRequestToWrite, values }]
  }

  /** What goes before the statements of the next round trip: a write is opened once. */
  #takeOpening(): Statement[] {
    const opening = this.#opening
    if (this.#mode === 'write') this.#opening = []
    this.#isOpened = true
    return opening
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
    const hasBegun = this.#mode === 'write' && this.#opening.length === 0
    if (hasBegun) await this.#send([rollback, unlock])
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
    if (this.#mode === 'write' && this.#failure) return Promise.reject(this.#failure)
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
      try {
        const results = await this.#sendOpened(queued.map(({ statement }) => statement))
        for (const [i, { resolve }] of queued.entries()) resolve(results[i] as StatementResult)
      } catch (error) {
        this.#failure ??= error
        if (this.#mode === 'read') await this.#send([unlock]).catch(() => {})
        else queued.push(...this.#queued.splice(0)) // its transaction has failed
        for (const { reject } of queued) reject(error)
      }
    }
    this.#flushing = undefined
  }

  /** Behind a pooler the opening of a write is a round trip of its own: once it is
   * answered, the write has a connection, and what takes long is its statements. */
  async #sendOpened(statements: Statement[]): Promise<StatementResult[]> {
    const opening = this.#takeOpening()
    const isRead = this.#mode === 'read'
    const opensAlone = !isRead && this.#target.direct !== undefined && opening.length > 0
    if (opensAlone) {
      await this.#send(opening)
      return this.#send(statements)
    }
    const results = await this.#send([...opening, ...statements, ...(isRead ? [unlock] : [])])
    return results.slice(opening.length)
  }

  async #send(statements: Statement[]): Promise<StatementResult[]> {
    const since = performance.now()
    let failure: unknown
    try {
      return await this.#client.query(new RoundTrip(statements, this.#target.prepares)).results
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
  (error as { code?: string } | undefined)?.code === 'TZ002'

/** Whether an earlier transaction changed the vendor, role,
 * search path or row security of the session (migration 0023). */
export const isChangedSession = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === 'TZ001'

const transactionEnded = () => new Error('A query after its transaction has ended')
