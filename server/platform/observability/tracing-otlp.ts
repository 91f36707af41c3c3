import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { Statement } from '#platform/database/round-trip.ts'

/** Constant names and numbers only: no user input, ids of rows, addresses or secrets. */
type Attributes = Record<string, string | number>

export type Tracing = ReturnType<typeof openOtlp>

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const untracedRoutes = ['/healthz', '/readyz', '/metrics']

/** Exports spans in batches without delaying requests; drops those
 * beyond the queue. The library reads further `OTEL_…` variables. */
export function openOtlp(
  { url, service }: NonNullable<Config['traces']>,
  version: string,
  log: FastifyBaseLogger,
) {
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    ),
    spanProcessors: [
      new BatchSpanProcessor(withLoggedOutages(new OTLPTraceExporter({ url }), log)),
    ],
  })
  const tracer = provider.getTracer('tezgah', version)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const requestSpans = new WeakMap<FastifyRequest, { span: Span; context: Context }>()

  return {
    /** Creates a span per request, below the caller's of `traceparent` (W3C Trace Context). */
    traceRequests(http: FastifyInstance) {
      http.addHook('onRequest', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        if (untracedRoutes.includes(route)) return done()
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'tezgah.request_id': request.id,
        }
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: SpanKind.SERVER, attributes },
          parent,
        )
        const context = trace.setSpan(parent, span)
        requestSpans.set(request, { span, context })
        reply.raw.once('close', () =>
          end(request, reply.raw.writableFinished ? reply.statusCode : undefined),
        )
        contexts.with(context, done)
      })
      // Socket events of a body have lost the context.
      http.addHook('preValidation', (request, _, done) =>
        contexts.with(requestSpans.get(request)?.context ?? ROOT_CONTEXT, done),
      )
      http.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))

      /** Without a status: the client disconnected. */
      function end(request: FastifyRequest, status: number | undefined) {
        const span = requestSpans.get(request)?.span
        if (!span) return
        requestSpans.delete(request)
        if (status === undefined) span.setAttribute('error.type', 'aborted')
        else span.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    async withSpan<T>(
      name: string,
      kind: keyof typeof kinds,
      attributes: Attributes,
      work: () => Promise<T>,
    ): Promise<T> {
      const parent = contexts.active()
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
      try {
        return await contexts.with(trace.setSpan(parent, span), work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    recordRoundTrip(statements: readonly Statement[], ms: number, error: unknown) {
      const now = Date.now()
      const summary = statements
        .map(({ text }) => /\w+/.exec(text)?.[0].toLowerCase() ?? '')
        .join('; ')
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.operation.batch.size': statements.length,
      }
      const span = tracer.startSpan(
        'postgresql',
        { kind: SpanKind.CLIENT, attributes, startTime: now - ms },
        contexts.active(),
      )
      if (error) fail(span, error)
      span.end(now)
    },
    async close() {
      const timeout = new AbortController()
      await Promise.race([
        provider.shutdown().catch(() => {}),
        pause(2_000, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
    },
  }
}

/** Without the error's message, which may contain user input. */
function fail(span: Span, error: unknown) {
  const { code, name } = error as { code?: unknown; name?: string }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function withLoggedOutages(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isAccepting = true
  return {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        const isAccepted = result.code === ExportResultCode.SUCCESS
        if (isAccepted !== isAccepting)
          log.warn(
            isAccepted
              ? 'the collector accepts traces again'
              : 'the collector does not accept traces: they are dropped',
          )
        isAccepting = isAccepted
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
