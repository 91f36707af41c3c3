import pg from 'pg'
import { RoundTrip } from '#platform/database/round-trip.ts'

/** A statement of the product with what its values were made from, so that the floor can run it for another request. */
export type Statement = { name: string; text: string; values: Value[] }
/** Taken from the request, made anew for each, the time that an earlier statement answered, or always the same. */
export type Value = { given: string } | { fresh: number } | { returnedTime: true } | { fixed: unknown }

const query = pg.Client.prototype.query
let recorded: { name: string; text: string; values: readonly unknown[] }[] = []

/** From now on what the product asks of PostgreSQL is written down; the queue's own statements are not among it. */
export function record() {
  recorded = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (args[0] instanceof RoundTrip) recorded.push(...args[0].statements)
    return query.apply(this, args as never)
  } as never
}

/** Ends it. `given` is what the request held, by names. */
export function recordedStatements(given: Record<string, unknown>): Statement[] {
  pg.Client.prototype.query = query
  const fresh: unknown[] = []
  return recorded
    .filter(({ text }) => !/^(begin|commit|select set_config)/.test(text))
    .map(({ name, text, values }) => ({ name, text: unchecked(text), values: values.map(value => madeFrom(value, given, fresh)) }))
}

/** Without the check of the session, which is the product's login's: the floor connects as the tables' owner. */
const unchecked = (text: string) => text.replace(/public\.assert_unchanged_session\((\$\d)\)/g, '$1')

function madeFrom(value: unknown, given: Record<string, unknown>, fresh: unknown[]): Value {
  const name = Object.keys(given).find(key => given[key] === value)
  if (name) return { given: name }
  if (typeof value !== 'string') return { fixed: value }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return { returnedTime: true }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return { fixed: value }
  if (!fresh.includes(value)) fresh.push(value)
  return { fresh: fresh.indexOf(value) }
}
