import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Platform } from './http.ts'

/** `/healthz`: the process is up. `/readyz`: database and storage answer. `/metrics`: Prometheus text. */
export function health(http: FastifyInstance, { database, storage }: Platform) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests take, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  http.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  http.get('/healthz', async () => ({ status: 'up' }))
  // Anybody may ask, and storage writes for it: whoever asks meanwhile is told the same.
  let checking: Promise<unknown> | undefined
  http.get('/readyz', async () => {
    checking ??= Promise.all([database.check(), storage.check()]).finally(() => {
      checking = undefined
    })
    await checking
    return { status: 'ready' }
  })
  http.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()))
}
