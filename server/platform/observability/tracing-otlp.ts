import { setTimeout as pause } from 'node:timers/promises'
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { Tracing } from './tracing.ts'

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
/** Who watches the server asks for these all the time. */
const unwatched = ['/healthz', '/readyz', '/metrics']

/**
 * Spans go to a collector in batches, beside the requests: one that is away or slow costs them nothing, and what does not fit
 * into the queue is dropped. The library reads the other standard variables itself: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_BSP_…`.
 */
export function openOtlp({ url, service }: NonNullable<Config['traces']>, version: string, log: FastifyBaseLogger): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    spanProcessors: [new BatchSpanProcessor(telling(new OTLPTraceExporter({ url }), log))],
  })
  const tracer = provider.getTracer('tezgah', version)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const open = new WeakMap<FastifyRequest, { span: Span; context: Context }>()

  return {
    requests(http: FastifyInstance) {
      http.addHook('onRequest', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        if (unwatched.includes(route)) return done()
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        const attributes = { 'http.request.method': request.method, 'http.route': route, 'tezgah.request_id': request.id }
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
        const context = trace.setSpan(parent, span)
        open.set(request, { span, context })
        reply.raw.once('close', () => end(request, reply.raw.writableFinished ? reply.statusCode : undefined))
        contexts.with(context, done)
      })
      // A body arrives as the socket's events, which know nothing of the request.
      http.addHook('preValidation', (request, _, done) => contexts.with(open.get(request)?.context ?? ROOT_CONTEXT, done))
      http.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))

      /** Without a status whoever asked has hung up. */
      function end(request: FastifyRequest, status: number | undefined) {
        const span = open.get(request)?.span
        if (!span) return
        open.delete(request)
        if (status === undefined) span.setAttribute('error.type', 'aborted')
        else span.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    async around(name, kind, facts, work) {
      const parent = contexts.active()
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent)
      try {
        return await contexts.with(trace.setSpan(parent, span), work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    roundTrip(statements, ms, error) {
      const now = Date.now()
      const words = statements.map(({ text }) => /\w+/.exec(text)?.[0].toLowerCase() ?? '').join('; ')
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': words, 'db.operation.batch.size': statements.length }
      const span = tracer.startSpan('postgresql', { kind: SpanKind.CLIENT, attributes, startTime: now - ms }, contexts.active())
      if (error) fail(span, error)
      span.end(now)
    },
    async close() {
      const late = new AbortController()
      await Promise.race([provider.shutdown().catch(() => {}), pause(2_000, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    },
  }
}

/** What kind of failure it was; its words may have been somebody's. */
function fail(span: Span, error: unknown) {
  const { code, name } = error as { code?: unknown; name?: string }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Says once in the log that the collector takes no spans, and once that it does again. */
function telling(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let taken = true
  return {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        const now = result.code === ExportResultCode.SUCCESS
        if (now !== taken) log.warn(now ? 'the collector takes traces again' : 'the collector does not take traces: they are dropped')
        taken = now
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
