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

/** Called after each round trip with its statements, its duration in ms and its failure. */
export type RoundTripListener = (statements: readonly Statement[], ms: number, failure: unknown) => void

/** A connection working for one vendor: one round trip per tick; in `write` mode one transaction, in `read` mode one per round trip (record 0003). */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #mode: 'read' | 'write'
  readonly #prepares: boolean
  readonly #listener: RoundTripListener
  #vendorId: string | null = null
  #expectedOpening: { opening: Statement; row: Row } | undefined
  #queued: { statement: Statement; resolve: (result: StatementResult) => void; reject: (error: unknown) => void }[] = []
  #flushing: Promise<void> | undefined
  #closed = false
  constructor(client: pg.PoolClient, mode: 'read' | 'write', prepares: boolean, listener: RoundTripListener) {
    this.#client = client
    this.#mode = mode
    this.#prepares = prepares
    this.#listener = listener
  }

  async openVendor(vendorId: string): Promise<void> {
    this.#vendorId = vendorId
    if (this.#mode === 'write') await this.#send([begin, { ...openVendor, values: [vendorId] }])
  }

  /** Runs the opening statement, which finds the vendor; returns its row. */
  async open(opening: Statement): Promise<Row> {
    const results = await this.#send(this.#mode === 'write' ? [begin, opening] : [opening])
    const row = results.at(-1)?.rows[0] as Row
    this.#vendorId = row.vendorId as string | null
    return row
  }

  /** Sends the opening with the first statements, in `read` mode; all of them fail unless it returns `row`. */
  openSpeculatively(opening: Statement, row: Row & { vendorId: string }) {
    this.#vendorId = row.vendorId
    this.#expectedOpening = { opening, row }
  }

  /** Sends the opening if no statement has. @throws StaleSession when it returns another row than expected */
  async confirmSession(): Promise<void> {
    if (this.#expectedOpening) this.#assertExpected((await this.#send([this.#expectedOpening.opening]))[0])
  }

  #assertExpected(result: StatementResult | undefined) {
    const { row } = this.#expectedOpening ?? {}
    const actual = result?.rows[0]
    if (row && Object.keys(row).some(name => row[name] !== actual?.[name])) throw new StaleSession()
    this.#expectedOpening = undefined
  }

  async check(): Promise<void> {
    await this.#send([select1])
  }

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

  /** Leaves a failed transaction open, so that a pooler closes its server connection too (record 0012). */
  async failTransaction(): Promise<void> {
    await this.#send([begin, { ...openVendor, values: [''] }]).catch(() => {})
  }

  /** Rejects further statements; resolves when none is in progress. */
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
    this.#queued.push({ statement, resolve, reject })
    if (!this.#flushing) this.#flushing = this.#flush()
    return promise
  }

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

export class StaleSession extends Error {}

/** Whether an earlier transaction changed the session: TZ001 (migration 0023), or no right any more to `open_request`. */
export function isChangedSession(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === 'TZ001' || (code === '42501' && message.includes('open_request'))
}

const transactionEnded = () => new Error('A query after its transaction has ended')
