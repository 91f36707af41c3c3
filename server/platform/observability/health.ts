import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#platform/errors.ts'
import type { Platform } from '#platform/http/http.ts'
import type { QueueLoad } from '#platform/jobs/jobs.ts'
import { hostOf, isForwarded, isLoopback, isLoopbackHost } from '#platform/limits/network.ts'
import { readProbe } from './probe.ts'

/**
 * `/healthz`: the process is up; with a probe token also how the request reached it. `/readyz`: database and storage answer, and it is not
 * about to stop. `/metrics`: Prometheus text.
 */
export function health(http: FastifyInstance, { config, database, jobs, storage, scanner, mailer, signing, stopping }: Platform) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests take, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  registerLoadMetrics(register, { database, jobs })
  if (scanner)
    registerOutcomeMetrics(
      register,
      'files_scanned_total',
      'Files looked at for malware; failed ones are looked at again',
      'verdict',
      scanner,
    )
  registerOutcomeMetrics(
    register,
    'mails_total',
    'Mails handed over; unavailable ones are tried again, refused ones are not',
    'outcome',
    mailer,
  )
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
  // Anybody may ask, and storage writes for it: what it says, well or not, is told for a second.
  let tried: Promise<void> | undefined
  const tryStorage = () => {
    tried ??= storage.check().finally(() => {
      setTimeout(() => {
        tried = undefined
      }, 1_000).unref()
    })
    return tried
  }
  let checking: Promise<unknown> | undefined
  http.get('/readyz', async (_, reply) => {
    if (stopping.aborted) return reply.code(503).header('retry-after', 5).send({ status: 'leaving' })
    checking ??= Promise.all([database.check(), tryStorage()]).finally(() => {
      checking = undefined
    })
    await checking
    return { status: 'ready' }
  })
  http.get('/metrics', async (request, reply) => {
    if (!isMetricsClient(request, config.metricsToken)) throw new Refusal(404, 'unknownCall')
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/**
 * A client that has the token; without a token in the settings, a client on this machine. The socket's own address decides: a proxy on this
 * machine is one too, and passes on what its clients write, so its requests are told by their headers and by their host.
 */
function isMetricsClient({ headers, socket }: FastifyRequest, token: string | undefined) {
  if (token === undefined) return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(hostOf(headers)) && !isForwarded(headers)
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** What came of what this copy has done so often, by how it ended; what waits is in `jobs_waiting`. */
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

/** What the database's connections and the queue are doing, asked at each look, and once for all who look within five seconds. */
function registerLoadMetrics(register: Registry, { database, jobs }: Pick<Platform, 'database' | 'jobs'>) {
  const gauge = (name: string, help: string, label: string, collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames: [label], registers: [register], collect })
  gauge('database_connections', 'Connections to the database: in use, idle, and requests that wait for one', 'state', function () {
    const { open, idle, waiting } = database.connections()
    this.set({ state: 'used' }, open - idle)
    this.set({ state: 'idle' }, idle)
    this.set({ state: 'waiting' }, waiting)
  })

  let asked = { at: 0, load: Promise.resolve<QueueLoad[]>([]) }
  function load() {
    // While the database is away or says nothing, /readyz tells that, and all else can be measured.
    const inTime = () => Promise.race([jobs.load(), pause(2_000, [], { ref: false })]).catch(() => [])
    if (Date.now() - asked.at > 5_000) asked = { at: Date.now(), load: inTime() }
    return asked.load
  }
  const ofQueues = (name: string, help: string, of: (queue: QueueLoad) => number) =>
    gauge(name, help, 'queue', async function () {
      const queues = await load()
      this.reset()
      for (const each of queues) this.set({ queue: each.queue }, of(each))
    })
  ofQueues('jobs_waiting', 'Jobs that wait, mails among them', ({ waiting }) => waiting)
  ofQueues('jobs_oldest_seconds', 'How long the job has waited that should have begun first', ({ oldest }) => oldest)
  ofQueues('jobs_failed', 'Jobs that have failed for good within two weeks', ({ failed }) => failed)
}
