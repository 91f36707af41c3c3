import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'

export type Statement = { name: string; text: string; values: readonly unknown[] }
export type Row = Record<string, unknown>

/** A statement named by its text, so that PostgreSQL plans it once a connection. */
export function statement(text: string, values: readonly unknown[] = []): Statement {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return { name, text, values }
}
const names = new Map<string, string>()

/** The statement after which a transaction sees the rows of one vendor. */
export const atVendor = (vendorId: unknown): Statement => ({ ...openVendor, values: [vendorId] })
const openVendor = statement("select set_config('app.vendor', $1, true) as vendor_id")

/**
 * A connection during one transaction. Waking PostgreSQL costs more than most of what it is woken for, so what is asked at once goes out in
 * one write: begin with the opening; and with what is read the commit, as a reading transaction has nothing to lose by it. If more
 * is asked afterwards, another one begins, at the same vendor: each statement sees what is committed before it either way.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #how: 'read' | 'write'
  #begun = false
  #asked = false
  #corked = false
  #ended = false
  /** The vendor at which another reading transaction begins. */
  #vendorId: unknown
  constructor(client: pg.PoolClient, how: 'read' | 'write') {
    this.#client = client
    this.#how = how
  }

  async begin(opening: Statement): Promise<Row> {
    this.#begun = true
    const [, opened] = await Promise.all([this.#send(this.#how === 'read' ? 'begin read only' : 'begin'), this.#send(opening)])
    const row = rowsOf(opened)[0] as Row
    this.#vendorId = row.vendorId
    return row
  }

  async commit(): Promise<void> {
    if (this.#how === 'write') {
      const { command } = await this.#send('commit')
      if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back: a failed statement was taken for a success')
    } else if (this.#begun) {
      this.#begun = false
      this.#send('commit').catch(() => {})
    }
  }

  /** What is asked from now on is refused: the connection is about to be another request's. */
  end() {
    this.#ended = true
  }

  /** Runs one statement; its rows with camelCase names. */
  async run(statement: Statement): Promise<Row[]> {
    return rowsOf(await this.#ask(statement))
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#ask(statement(query.sql, query.parameters))
    return { rows: rowsOf(result) as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  #ask(statement: Statement): Promise<pg.QueryArrayResult> {
    if (this.#ended) return Promise.reject(new Error('A query after its transaction has ended'))
    if (!this.#begun) this.begin(atVendor(this.#vendorId)).catch(() => {}) // what is asked fails with it
    this.#asked = true
    return this.#send(statement)
  }

  #send(query: Statement | string): Promise<pg.QueryArrayResult> {
    if (!this.#corked) {
      const { stream } = (this.#client as pg.PoolClient & { connection: { stream: Writable } }).connection
      this.#corked = true
      stream.cork()
      process.nextTick(() => {
        if (this.#asked && this.#how === 'read') this.commit()
        this.#asked = false
        this.#corked = false
        stream.uncork()
      })
    }
    return this.#client.query((typeof query === 'string' ? query : { ...query, rowMode: 'array', types: pgTypes }) as pg.QueryArrayConfig)
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed through Kysely
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not streamed: read a list by pages')
  }
}

function rowsOf({ fields, rows }: pg.QueryArrayResult): Row[] {
  const keys = fields.map(field => camelCase(field.name))
  return rows.map(row => {
    const object: Row = {}
    for (let i = 0; i < keys.length; i++) object[keys[i] as string] = row[i]
    return object
  })
}

const camelNames = new Map<string, string>()
function camelCase(name: string): string {
  const known = camelNames.get(name)
  if (known !== undefined) return known
  const camel = name.replace(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, camel)
  return camel
}

/** bigint as number, date as `YYYY-MM-DD`, timestamptz as ISO 8601 in UTC with milliseconds; all else as pg has it. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])
const pgTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** `2026-01-31 14:05:00.12+00` as `2026-01-31T14:05:00.120Z`. */
function instant(text: string): string {
  const milliseconds = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
