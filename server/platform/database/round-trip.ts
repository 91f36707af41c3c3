import { createHash } from 'node:crypto'
import pg from 'pg'

export type Statement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}
export type Row = Record<string, unknown>
/** `rows` have camelCase names; `command` is the command tag, such as `INSERT`. */
export type StatementResult = { rows: Row[]; count: number; command: string }

/** A statement named by a hash of its text, so that each connection prepares it once. */
export function statement(text: string, values: readonly unknown[] = []): Statement {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return { name, text, values }
}
const names = new Map<string, string>()

/** Statements pipelined up to one Sync (record 0003). With `prepares`
 * a connection parses and describes each of them only once. */
export class RoundTrip implements pg.Submittable {
  readonly results: Promise<StatementResult[]>
  readonly statements: readonly Statement[]
  readonly #prepares: boolean
  readonly #settle: {
    resolve: (results: StatementResult[]) => void
    reject: (error: unknown) => void
  }
  readonly #raw: RawResult[] = []
  #prepared = new Map<string, Column[]>()
  #columns: Column[] = []
  #rows: Fields[] = []

  constructor(statements: readonly Statement[], prepares: boolean) {
    this.statements = statements
    this.#prepares = prepares
    const { promise, ...settle } = Promise.withResolvers<StatementResult[]>()
    this.results = promise
    this.#settle = settle
  }

  get text(): string {
    return this.statements.map(({ text }) => text).join('; ')
  }

  // Called by pg's client, in this order.

  submit(connection: pg.Connection): Error | null {
    const prepared = (this.#prepares && preparedOn.get(connection)) || new Map()
    if (this.#prepares) preparedOn.set(connection, prepared)
    this.#prepared = prepared
    const refused = this.statements.find(({ name, text }) => !prepared.has(name) && !isQuery(text))
    if (refused) return new Error(`Not sent, as it is no query: ${refused.text}`)
    let values: (string | Buffer | null)[][]
    try {
      values = this.statements.map(statement => statement.values.map(value => prepareValue(value)))
    } catch (error) {
      return error as Error
    }
    connection.stream.cork()
    if (this.#prepares) this.#closeUnused(connection)
    for (const [i, { name, text }] of this.statements.entries()) {
      if (!prepared.has(name)) {
        // a failed round trip may have left it prepared
        if (this.#prepares) connection.close({ type: 'S', name }, true)
        connection.parse({ name: this.#prepares ? name : '', text, types: [] }, true)
      }
      connection.bind(
        { statement: this.#prepares ? name : '', values: values[i] as string[] },
        true,
      )
      if (!prepared.has(name)) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    this.#columns = this.#prepared.get(this.statements[0]?.name ?? '') ?? []
    return null
  }

  /** A vendor's lists alone have thousands of shapes, and each plan takes memory of PostgreSQL. */
  #closeUnused(connection: pg.Connection) {
    const prepared = this.#prepared
    for (const { name } of this.statements) {
      const columns = prepared.get(name)
      prepared.delete(name)
      if (columns) prepared.set(name, columns) // the last used ones are at the end
    }
    for (const name of prepared.keys()) {
      if (prepared.size <= maxPrepared) break
      prepared.delete(name)
      connection.close({ type: 'S', name }, true)
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name: camelCase(name),
      parse: parserOf(dataTypeID),
    }))
  }

  handleDataRow({ fields }: { fields: Fields }) {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#prepared.set(this.#current?.name ?? '', this.#columns)
    this.#raw.push({ columns: this.#columns, rows: this.#rows, tag: text })
    this.#columns = this.#prepared.get(this.#current?.name ?? '') ?? []
    this.#rows = []
  }

  handleError(error: Error) {
    this.#prepared.delete(this.#current?.name ?? '')
    this.#settle.reject(error)
  }

  handleReadyForQuery() {
    try {
      this.#settle.resolve(this.#raw.map(resultOf))
    } catch (error) {
      this.#settle.reject(error)
    }
  }

  get #current(): Statement | undefined {
    return this.statements[this.#raw.length]
  }
}

/** Other commands change the session for later requests (record 0001).
 * PostgreSQL parses one only, so its first word decides. */
const isQuery = (text: string) =>
  /^[\s(]*(select|insert|update|delete|with)\b/i.test(text) ||
  /^(begin isolation level read committed, read write|commit|rollback|reset all)$/.test(text)

type Fields = (string | null)[]
type Column = { name: string; parse: (text: string) => unknown }
type RawResult = { columns: Column[]; rows: Fields[]; tag: string }

/** Statements that a connection keeps prepared, but for those of its last round trip. */
export const maxPrepared = 400

/** By connection, in the order of their last use. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Column[]>>()

function resultOf({ columns, rows, tag }: RawResult): StatementResult {
  const [command = '', ...numbers] = tag.split(' ')
  return {
    rows: rows.map(fields => rowOf(columns, fields)),
    count: Number(numbers.at(-1) ?? 0),
    command,
  }
}

function rowOf(columns: Column[], fields: Fields): Row {
  const row: Row = {}
  for (let i = 0; i < columns.length; i++) {
    const { name, parse } = columns[i] as Column
    const text = fields[i] as string | null
    row[name] = text === null ? null : parse(text)
  }
  return row
}

const camelCase = (name: string) =>
  name.replace(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** bigint as number, date as `YYYY-MM-DD`, timestamptz as ISO 8601
 * in UTC with milliseconds; other types as pg parses them. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, parseInstant],
])
const parserOf = (type: number) =>
  parsers.get(type) ?? (pg.types.getTypeParser(type) as (text: string) => unknown)

function parseInstant(text: string): string {
  const milliseconds = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

const { prepareValue } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
).utils
