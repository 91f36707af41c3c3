import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { Tracing } from './tracing-otlp.ts'

/** Tracing with OpenTelemetry, or null without a configured collector. */
export async function openTracing(
  { traces }: Pick<Config, 'traces'>,
  version: string,
  log: FastifyBaseLogger,
): Promise<Tracing | null> {
  if (!traces) return null
  const { openOtlp } = await import('./tracing-otlp.ts') // on demand, as the SDK takes 20 MB
  return openOtlp(traces, version, log)
}

/** `service` with a span around each call of these methods. */
export function traceMethods<T extends object, M extends keyof T & string>(
  tracing: Tracing | null,
  name: string,
  service: T,
  methods: M[],
): T {
  if (!tracing) return service
  const calls = methods.map(method => {
    const call = service[method] as (...args: unknown[]) => Promise<unknown>
    return [
      method,
      (...args: unknown[]) =>
        tracing.withSpan(`${name} ${method}`, 'client', {}, () => call(...args)),
    ]
  })
  return { ...service, ...Object.fromEntries(calls) }
}
