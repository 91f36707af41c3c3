import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { RoundTrip, type Row, type Statement, type StatementResult, statement } from './round-trip.ts'

const begin = statement('begin')
const commit = statement('commit')
const rollback = statement('rollback')
const select1 = statement('select 1')
// Schema-qualified: an earlier transaction may have changed the session's search_path.
const openVendor = statement("select set_config('app.vendor', public.assert_unchanged_session($1), true)")
const openVendorToRead = statement(
  "select set_config('transaction_read_only', 'on', true), set_config('app.vendor', public.assert_unchanged_session($1), true)",
)

/** Called after each round trip with its statements, its duration in ms and its failure, if it failed. */
export type RoundTripListener = (statements: readonly Statement[], ms: number, failure: unknown) => void

/**
 * A connection while it works for one vendor (record 0003). Statements of one tick are one round trip. In the mode `write` all of them are
 * one transaction; in the mode `read` each round trip is a transaction of its own.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #mode: 'read' | 'write'
  readonly #prepares: boolean
  readonly #listener: RoundTripListener
  #vendorId: string | null = null
  /** The opening statement that is not yet sent, and the row that it is expected to return. */
  #expectedOpening: { opening: Statement; row: Row } | undefined
  #queued: { statement: Statement; resolve: (result: StatementResult) => void; reject: (error: unknown) => void }[] = []
  #flushing: Promise<void> | undefined
  #closed = false
  /** `prepares`: its statements are prepared once under a name. */
  constructor(client: pg.PoolClient, mode: 'read' | 'write', prepares: boolean, listener: RoundTripListener) {
    this.#client = client
    this.#mode = mode
    this.#prepares = prepares
    this.#listener = listener
  }

  /** Restricts further statements to the rows of a vendor. */
  async openVendor(vendorId: string): Promise<void> {
    this.#vendorId = vendorId
    if (this.#mode === 'write') await this.#send([begin, { ...openVendor, values: [vendorId] }])
  }

  /** Restricts further statements to the vendor that the opening statement finds; returns its row. */
  async open(opening: Statement): Promise<Row> {
    const results = await this.#send(this.#mode === 'write' ? [begin, opening] : [opening])
    const row = results.at(-1)?.rows[0] as Row
    this.#vendorId = row.vendorId as string | null
    return row
  }

  /** Sends the opening with the first statements, in the mode `read`. All of them fail unless the opening returns `row`. */
  openSpeculatively(opening: Statement, row: Row & { vendorId: string }) {
    this.#vendorId = row.vendorId
    this.#expectedOpening = { opening, row }
  }

  /** Sends the speculative opening if no statement has done so. @throws StaleSession when it returns another row */
  async confirmSession(): Promise<void> {
    if (this.#expectedOpening) this.#assertExpected((await this.#send([this.#expectedOpening.opening]))[0])
  }

  #assertExpected(result: StatementResult | undefined) {
    const { row } = this.#expectedOpening ?? {}
    const actual = result?.rows[0]
    if (row && Object.keys(row).some(name => row[name] !== actual?.[name])) throw new StaleSession()
    this.#expectedOpening = undefined
  }

  /** @throws when PostgreSQL does not answer */
  async check(): Promise<void> {
    await this.#send([select1])
  }

  /** Runs one statement for a vendor, in a transaction of its own: one round trip. */
  async runAtVendor(vendorId: string, statement: Statement): Promise<Row[]> {
    const [, result] = await this.#send([{ ...openVendor, values: [vendorId] }, statement])
    return result?.rows ?? []
  }

  async commit(): Promise<void> {
    if (this.#mode === 'read') return
    const [{ command } = { command: '' }] = await this.#send([commit])
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back: the work ignored a failed statement')
  }

  async rollback(): Promise<void> {
    if (this.#mode === 'write') await this.#send([rollback])
  }

  /** Leaves a failed transaction open, so that a pooler closes its server connection with this one (record 0012). */
  async failTransaction(): Promise<void> {
    await this.#send([begin, { ...openVendor, values: [''] }]).catch(() => {})
  }

  /** Rejects further statements, as the connection goes to another request. Resolves when none is in progress. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#queued) reject(transactionEnded())
    this.#queued = []
    await this.#flushing
  }

  /** Runs one statement; its rows have camelCase names. */
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
    this.#queued.push({ statement, resolve, reject })
    if (!this.#flushing) this.#flushing = this.#flush()
    return promise
  }

  /** Sends the statements of this tick in one round trip, then those that were queued meanwhile. */
  async #flush() {
    await new Promise<void>(resolve => process.nextTick(resolve))
    while (this.#queued.length > 0) {
      const queued = this.#queued
      this.#queued = []
      const opening = this.#mode === 'read' ? [this.#expectedOpening?.opening ?? { ...openVendorToRead, values: [this.#vendorId] }] : []
      try {
        const results = await this.#send([...opening, ...queued.map(({ statement }) => statement)])
        this.#assertExpected(results[0])
        for (const [i, { resolve }] of queued.entries()) resolve(results[opening.length + i] as StatementResult)
      } catch (error) {
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

/** A speculative opening returned another row than expected. */
export class StaleSession extends Error {}

/**
 * Whether an earlier transaction changed the connection's session: `assert_unchanged_session` raises TZ001 (migration 0023), or PostgreSQL
 * first refuses `open_request` to a session that has left its role.
 */
export function isChangedSession(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === 'TZ001' || (code === '42501' && message.includes('open_request'))
}

const transactionEnded = () => new Error('A query after its transaction has ended')
