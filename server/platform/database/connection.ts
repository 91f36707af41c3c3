import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { RoundTrip, type Row, type Statement, type StatementResult, statement } from './round-trip.ts'

const begin = statement('begin')
const commit = statement('commit')
const rollback = statement('rollback')
const select1 = statement('select 1')
// Functions are named with their schema, so that they are found whatever an earlier transaction may have done to the session.
const openVendor = statement("select set_config('app.vendor', public.assert_unchanged_session($1), true)")
const openVendorToRead = statement(
  "select set_config('transaction_read_only', 'on', true), set_config('app.vendor', public.assert_unchanged_session($1), true)",
)

/** What was asked in one round trip, how many milliseconds it took, and with what it failed. */
export type RoundTripListener = (statements: readonly Statement[], ms: number, failure: unknown) => void

/**
 * A connection during the work for one vendor. What the work asks at once is one round trip. A work that writes is one transaction;
 * of one that reads each round trip is a transaction of its own, which costs less: every statement sees what is committed
 * before it, either way.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #how: 'read' | 'write'
  readonly #named: boolean
  readonly #answered: RoundTripListener
  #vendorId: string | null = null
  /** What the opening will answer, as it has not been asked yet. */
  #supposed: { opening: Statement; row: Row } | undefined
  #asked: { statement: Statement; resolve: (answer: StatementResult) => void; reject: (error: unknown) => void }[] = []
  #asking: Promise<void> | undefined
  #ended = false
  /** `named`: its statements are prepared once. `answered` is told of each round trip. */
  constructor(client: pg.PoolClient, how: 'read' | 'write', named: boolean, answered: RoundTripListener) {
    this.#client = client
    this.#how = how
    this.#named = named
    this.#answered = answered
  }

  /** Opens it for a vendor's rows; further statements see those and no others. */
  async openVendor(vendorId: string): Promise<void> {
    this.#vendorId = vendorId
    if (this.#how === 'write') await this.#go([begin, { ...openVendor, values: [vendorId] }])
  }

  /** Opens it by a statement that finds the vendor. */
  async open(opening: Statement): Promise<Row> {
    const answers = await this.#go(this.#how === 'write' ? [begin, opening] : [opening])
    const row = answers.at(-1)?.rows[0] as Row
    this.#vendorId = row.vendorId as string | null
    return row
  }

  /**
   * Opens it, for reading, together with what is asked first: nothing of that is answered unless the opening answers `row`.
   * `confirm` is to be called before anything counts.
   */
  openSpeculatively(opening: Statement, row: Row & { vendorId: string }) {
    this.#vendorId = row.vendorId
    this.#supposed = { opening, row }
  }

  /** @throws OutOfDate where the opening answers something else than was supposed. */
  async confirmSession(): Promise<void> {
    if (this.#supposed) this.#compare((await this.#go([this.#supposed.opening]))[0])
  }

  #compare(answer: StatementResult | undefined) {
    const { row } = this.#supposed ?? {}
    const now = answer?.rows[0]
    if (row && Object.keys(row).some(name => row[name] !== now?.[name])) throw new StaleSession()
    this.#supposed = undefined
  }

  /** Whether it is of use. */
  async check(): Promise<void> {
    await this.#go([select1])
  }

  /** Runs one statement for a vendor, in a transaction of its own: one round trip. */
  async runAtVendor(vendorId: string, statement: Statement): Promise<Row[]> {
    const [, answer] = await this.#go([{ ...openVendor, values: [vendorId] }, statement])
    return answer?.rows ?? []
  }

  /** Commits what was written. */
  async commit(): Promise<void> {
    if (this.#how === 'read') return
    const [{ command } = { command: '' }] = await this.#go([commit])
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back: a failed statement was taken for a success')
  }

  /** Undoes what was written. */
  async rollback(): Promise<void> {
    if (this.#how === 'write') await this.#go([rollback])
  }

  /**
   * Leaves a transaction open where an earlier one changed the session: closing this connection then makes a pooler close the session too,
   * instead of giving it to other transactions.
   */
  async failTransaction(): Promise<void> {
    await this.#go([begin, { ...openVendor, values: [''] }]).catch(() => {})
  }

  /** What is asked from now on is refused: the connection is about to be another request's. Resolves once nothing is under way. */
  async close(): Promise<void> {
    this.#ended = true
    for (const { reject } of this.#asked) reject(transactionEnded())
    this.#asked = []
    await this.#asking
  }

  /** Runs one statement; its rows with camelCase names. */
  async run(statement: Statement): Promise<Row[]> {
    return (await this.#ask(statement)).rows
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count } = await this.#ask(statement(query.sql, query.parameters))
    return { rows: rows as R[], numAffectedRows: BigInt(count) }
  }

  #ask(statement: Statement): Promise<StatementResult> {
    if (this.#ended) return Promise.reject(transactionEnded())
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>()
    this.#asked.push({ statement, resolve, reject })
    if (!this.#asking) this.#asking = this.#askAll()
    return promise
  }

  /** Asks what is asked in this tick, and then what came up meanwhile. */
  async #askAll() {
    await new Promise<void>(resolve => process.nextTick(resolve))
    while (this.#asked.length > 0) {
      const asked = this.#asked
      this.#asked = []
      const opening = this.#how === 'read' ? [this.#supposed?.opening ?? { ...openVendorToRead, values: [this.#vendorId] }] : []
      try {
        const answers = await this.#go([...opening, ...asked.map(({ statement }) => statement)])
        this.#compare(answers[0])
        for (const [i, { resolve }] of asked.entries()) resolve(answers[opening.length + i] as StatementResult)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    this.#asking = undefined
  }

  async #go(statements: Statement[]): Promise<StatementResult[]> {
    const since = performance.now()
    let failure: unknown
    try {
      return await this.#client.query(new RoundTrip(statements, this.#named)).results
    } catch (error) {
      failure = error
      throw error
    } finally {
      this.#answered(statements, performance.now() - since, failure)
    }
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed through Kysely
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not streamed: read a list by pages')
  }
}

/** What was supposed of an opening is not so any more. */
export class StaleSession extends Error {}

/**
 * An earlier transaction changed the session of this connection: `assert_unchanged_session` says so (migration 0023), or the session has
 * left the role that may call `open_request`, which PostgreSQL checks first.
 */
export function isChangedSession(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === 'TZ001' || (code === '42501' && message.includes('open_request'))
}

const transactionEnded = () => new Error('A query after its transaction has ended')
