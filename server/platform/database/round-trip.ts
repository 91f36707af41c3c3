import { createHash } from 'node:crypto'
import pg from 'pg'

/** What is asked of PostgreSQL. */
export type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }
export type Row = Record<string, unknown>
/** Its answer: `rows` with camelCase names, as many rows as it read or wrote, and what PostgreSQL says it did, such as `INSERT`. */
export type StatementResult = { rows: Row[]; count: number; command: string }

/** A statement is named by its text, so that PostgreSQL plans it once a connection. */
export function statement(text: string, values: readonly unknown[] = []): Statement {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return { name, text, values }
}
const names = new Map<string, string>()

/**
 * What is asked of PostgreSQL at once: it goes out in one write and is answered in one go, because waking each other costs more than most
 * of what PostgreSQL is woken for. Outside of a transaction all of it is one of its own (PostgreSQL's extended query protocol, until Sync).
 * A connection prepares a statement and describes its rows once; without names, which not every pooler passes on, it does so each time.
 */
export class RoundTrip implements pg.Submittable {
  /** One for each statement; rejects with the first one's failure. */
  readonly results: Promise<StatementResult[]>
  /** For whoever watches what is asked. */
  readonly text: string
  readonly statements: readonly Statement[]
  readonly #named: boolean
  readonly #settle: { resolve: (answers: StatementResult[]) => void; reject: (error: unknown) => void }
  readonly #raw: { columns: Column[]; rows: Fields[]; done: string }[] = []
  #known = new Map<string, Column[]>()
  #columns: Column[] = []
  #rows: Fields[] = []

  constructor(statements: readonly Statement[], named: boolean) {
    this.statements = statements
    this.#named = named
    this.text = statements.map(({ text }) => text).join('; ')
    const { promise, ...settle } = Promise.withResolvers<StatementResult[]>()
    this.results = promise
    this.#settle = settle
  }

  // What follows is called by pg's client, in this order.

  submit(connection: pg.Connection): Error | null {
    const known = (this.#named && preparedOn.get(connection)) || new Map()
    if (this.#named) preparedOn.set(connection, known)
    this.#known = known
    let values: (string | Buffer | null)[][]
    try {
      values = this.statements.map(statement => statement.values.map(value => prepareValue(value)))
    } catch (error) {
      return error as Error
    }
    connection.stream.cork()
    for (const [i, { name, text }] of this.statements.entries()) {
      if (!known.has(name)) {
        if (this.#named) connection.close({ type: 'S', name }, true) // of a round trip that failed, it may or may not be there
        connection.parse({ name: this.#named ? name : '', text, types: [] }, true)
      }
      connection.bind({ statement: this.#named ? name : '', values: values[i] as string[] }, true)
      if (!known.has(name)) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    this.#columns = this.#known.get(this.statements[0]?.name ?? '') ?? []
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name: camelCase(name), read: readerOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: Fields }) {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#known.set(this.#current?.name ?? '', this.#columns)
    this.#raw.push({ columns: this.#columns, rows: this.#rows, done: text })
    this.#columns = this.#known.get(this.#current?.name ?? '') ?? []
    this.#rows = []
  }

  handleError(error: Error) {
    this.#known.delete(this.#current?.name ?? '')
    this.#settle.reject(error)
  }

  handleReadyForQuery() {
    try {
      this.#settle.resolve(this.#raw.map(resultOf))
    } catch (error) {
      this.#settle.reject(error)
    }
  }

  /** The statement whose answer is coming in. */
  get #current(): Statement | undefined {
    return this.statements[this.#raw.length]
  }
}

type Fields = (string | null)[]
type Column = { name: string; read: (text: string) => unknown }

/** The statements that each connection has prepared, with the columns of their rows. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Column[]>>()

function resultOf({ columns, rows, done }: { columns: Column[]; rows: Fields[]; done: string }): StatementResult {
  const [command = '', ...numbers] = done.split(' ')
  return { rows: rows.map(fields => rowOf(columns, fields)), count: Number(numbers.at(-1) ?? 0), command }
}

function rowOf(columns: Column[], fields: Fields): Row {
  const row: Row = {}
  for (let i = 0; i < columns.length; i++) {
    const { name, read } = columns[i] as Column
    const text = fields[i] as string | null
    row[name] = text === null ? null : read(text)
  }
  return row
}

const camelCase = (name: string) => name.replace(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** bigint as number, date as `YYYY-MM-DD`, timestamptz as ISO 8601 in UTC with milliseconds; all else as pg has it. */
const readers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])
const readerOf = (type: number) => readers.get(type) ?? (pg.types.getTypeParser(type) as (text: string) => unknown)

/** `2026-01-31 14:05:00.12+00` as `2026-01-31T14:05:00.120Z`. */
function instant(text: string): string {
  const milliseconds = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

/** A value in the form in which PostgreSQL reads it, as pg has it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }).utils
