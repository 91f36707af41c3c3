import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#platform/errors.ts'
import type { Platform } from '#platform/http/http.ts'
import type { QueueLoad } from '#platform/jobs/jobs.ts'
import { hostOf, isForwarded, isLoopback, isLoopbackHost } from '#platform/limits/network.ts'
import { readProbe } from './probe.ts'

/** Adds `/healthz` (process, and the connection for a probe token), `/readyz` (database, storage, not stopping) and `/metrics`. */
export function registerHealthRoutes(
  http: FastifyInstance,
  { config, database, jobs, storage, scanner, mailer, signing, stopping }: Platform,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  registerLoadMetrics(register, { database, jobs })
  if (scanner)
    registerOutcomeMetrics(register, 'files_scanned_total', 'Files scanned for malware; failed scans are retried', 'verdict', scanner)
  registerOutcomeMetrics(register, 'mails_total', 'Mails sent; unavailable ones are retried, refused ones are not', 'outcome', mailer)
  http.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  http.get('/healthz', async request => {
    const connection = readProbe(signing, request)
    return { status: 'up', ...(connection && { connection }) }
  })
  // The endpoint is public and the check writes to the storage, so its result is cached for a second.
  let storageCheck: Promise<void> | undefined
  const checkStorage = () => {
    storageCheck ??= storage.check().finally(() => {
      setTimeout(() => {
        storageCheck = undefined
      }, 1_000).unref()
    })
    return storageCheck
  }
  let readinessCheck: Promise<unknown> | undefined
  http.get('/readyz', async (_, reply) => {
    if (stopping.aborted) return reply.code(503).header('retry-after', 5).send({ status: 'stopping' })
    readinessCheck ??= Promise.all([database.check(), checkStorage()]).finally(() => {
      readinessCheck = undefined
    })
    await readinessCheck
    return { status: 'ready' }
  })
  http.get('/metrics', async (request, reply) => {
    if (!isMetricsClient(request, config.metricsToken)) throw new Refusal(404, 'unknownCall')
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** A client with the token, or without METRICS_TOKEN one on this machine, but not through a proxy on this machine. */
function isMetricsClient({ headers, socket }: FastifyRequest, token: string | undefined) {
  if (token === undefined) return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(hostOf(headers)) && !isForwarded(headers)
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

const registerOutcomeMetrics = (
  register: Registry,
  name: string,
  help: string,
  label: string,
  { counts }: { counts: Record<string, number> },
) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [register],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(counts)) this.inc({ [label]: outcome }, count)
    },
  })

function registerLoadMetrics(register: Registry, { database, jobs }: Pick<Platform, 'database' | 'jobs'>) {
  const gauge = (name: string, help: string, label: string, collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames: [label], registers: [register], collect })
  gauge('database_connections', 'Database connections in use and idle, and requests that wait for one', 'state', function () {
    const { open, idle, waiting } = database.connections()
    this.set({ state: 'used' }, open - idle)
    this.set({ state: 'idle' }, idle)
    this.set({ state: 'waiting' }, waiting)
  })

  let lastLoad = { at: 0, load: Promise.resolve<QueueLoad[]>([]) } // cached for five seconds
  function load() {
    // Other metrics remain available while the database does not respond.
    const queryLoad = () => Promise.race([jobs.queueLoads(), pause(2_000, [], { ref: false })]).catch(() => [])
    if (Date.now() - lastLoad.at > 5_000) lastLoad = { at: Date.now(), load: queryLoad() }
    return lastLoad.load
  }
  const queueGauge = (name: string, help: string, measure: (queue: QueueLoad) => number) =>
    gauge(name, help, 'queue', async function () {
      const queues = await load()
      this.reset()
      for (const load of queues) this.set({ queue: load.queue }, measure(load))
    })
  queueGauge('jobs_waiting', 'Waiting jobs, including mails', ({ waiting }) => waiting)
  queueGauge('jobs_oldest_seconds', 'Delay of the longest overdue job', ({ oldest }) => oldest)
  queueGauge('jobs_failed', 'Jobs that failed permanently within two weeks', ({ failed }) => failed)
}
