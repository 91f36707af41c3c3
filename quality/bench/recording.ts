import pg from 'pg'
import { RoundTrip } from '#platform/database/round-trip.ts'

/** A recorded statement whose values are expressed by their
 * sources, so that the baseline can run it for other requests. */
export type Statement = { name: string; text: string; values: Value[] }
/** A request parameter, a new id per request, or a constant. */
export type Value = { parameter: string } | { fresh: number } | { fixed: unknown }

const query = pg.Client.prototype.query
type Recorded = { client: pg.Client; name: string; text: string; values: readonly unknown[] }
let recorded: Recorded[] = []

/** Starts recording by patching `pg`. The job queue's
 * statements are no `RoundTrip` and are not recorded. */
export function startRecording() {
  recorded = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (args[0] instanceof RoundTrip)
      recorded.push(...args[0].statements.map(statement => ({ client: this, ...statement })))
    return query.apply(this, args as never)
  } as never
}

/** Stops recording. Values that equal one of the request's
 * `parameters` are replaced by its name. */
export function stopRecording(parameters: Record<string, unknown>): Statement[] {
  pg.Client.prototype.query = query
  const fresh: unknown[] = []
  return ofRequest()
    .filter(
      ({ text }) =>
        !/^(begin|commit|reset all|select (set_config|public\.assert_|pg_catalog\.pg_advisory_))/.test(
          text,
        ),
    )
    .map(({ name, text, values }) => ({
      name,
      text,
      // The version that `open_request` expects is of the recorded session only.
      values: values.map((value, i) =>
        text.includes('open_request') && i === 2
          ? { fixed: null }
          : sourceOf(value, parameters, fresh),
      ),
    }))
}

/** Those of the request, from `open_request` to its commit: earlier jobs run beside it. */
function ofRequest() {
  const first = recorded.findIndex(({ text }) => text.includes('open_request'))
  const client = recorded[first]?.client
  const own = recorded.slice(first).filter(statement => statement.client === client)
  const end = own.findIndex(({ text }) => /^(begin|commit)/.test(text))
  return end < 0 ? own : own.slice(0, end)
}

function sourceOf(value: unknown, parameters: Record<string, unknown>, fresh: unknown[]): Value {
  const name = Object.keys(parameters).find(key => parameters[key] === value)
  if (name) return { parameter: name }
  if (typeof value !== 'string') return { fixed: value }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return { fixed: value }
  if (!fresh.includes(value)) fresh.push(value)
  return { fresh: fresh.indexOf(value) }
}
