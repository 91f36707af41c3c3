import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { Statement } from '#platform/database/round-trip.ts'

/** What a span tells: names of ours and numbers. Nothing that somebody wrote, no id of a row, no address, no secret. */
export type Attributes = Record<string, string | number>

export type Tracing = {
  /** A span for each request, by its route; below it what is done for it. A request's `traceparent` says what it belongs to (W3C Trace Context). */
  requests(http: FastifyInstance): void
  /** A span around some work, below the one in which it is asked for. */
  around<T>(name: string, kind: 'client' | 'consumer', facts: Attributes, work: () => Promise<T>): Promise<T>
  /** A span of a round trip to the database that has taken so many milliseconds. */
  roundTrip(statements: readonly Statement[], ms: number, error: unknown): void
  /** Hands over what is left, within two seconds. */
  close(): Promise<void>
}

/** OpenTelemetry where a collector is configured; else null, and nothing of it is loaded. */
export async function openTracing({ traces }: Pick<Config, 'traces'>, version: string, log: FastifyBaseLogger): Promise<Tracing | null> {
  if (!traces) return null
  // Imported only here: the SDK takes 20 MB that an installation without a collector need not have.
  const { openOtlp } = await import('./tracing-otlp.ts')
  return openOtlp(traces, version, log)
}

/** The same thing, with a span around each of these of its calls. */
export function traced<T extends object, M extends keyof T & string>(tracing: Tracing | null, name: string, thing: T, methods: M[]): T {
  if (!tracing) return thing
  const calls = methods.map(method => {
    const call = thing[method] as (...given: unknown[]) => Promise<unknown>
    return [method, (...given: unknown[]) => tracing.around(`${name} ${method}`, 'client', {}, () => call(...given))]
  })
  return { ...thing, ...Object.fromEntries(calls) }
}
