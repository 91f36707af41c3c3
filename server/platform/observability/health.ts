import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#platform/config/config.ts'
import { isLoopbackHost, isPublicUrl } from '#platform/config/hosts.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import type { Jobs, QueueLoad } from '#platform/jobs/jobs.ts'
import { hostOf, isForwarded, isLoopback } from '#platform/limits/network.ts'
import type { Live } from '#platform/live/live.ts'
import type { MailboxState } from '#platform/mail/imap-reader.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { shareCall } from '#platform/share-call.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { readProbe } from './probe.ts'

type Observed = {
  config: Config
  database: Database
  jobs: Jobs
  live: Live
  storage: Storage
  scanner: Scanner | null
  mailer: Pick<Mailer, 'counts'>
  mailInCounts: { accepted: number; refused: number }
  mailbox: MailboxState
  signing: Signing
  stopping: AbortSignal
}

/** Adds `/healthz` (process, and the connection for a probe token),
 * `/readyz` (database, storage, not stopping) and `/metrics`. */
export function registerHealthRoutes(
  http: FastifyInstance,
  {
    config,
    database,
    jobs,
    live,
    storage,
    scanner,
    mailer,
    mailInCounts,
    mailbox,
    signing,
    stopping,
  }: Observed,
  countMails: () => Promise<Record<string, number>>,
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
  new Gauge({
    name: 'mails_30_days',
    help: 'Mails sent and received within 30 days by all instances, by what became of them',
    labelNames: ['outcome'],
    registers: [register],
    async collect() {
      const counts = await Promise.race([countMails(), pause(2_000, {}, { ref: false })]).catch(
        () => ({}),
      )
      for (const [outcome, count] of Object.entries(counts)) this.set({ outcome }, count)
    },
  })
  if (scanner)
    registerOutcomeMetrics(
      register,
      'files_scanned_total',
      'Files scanned for malware; failed scans are retried',
      'verdict',
      scanner,
    )
  registerOutcomeMetrics(
    register,
    'mails_total',
    'Mails sent; unavailable ones are retried, refused ones are not',
    'outcome',
    mailer,
  )
  registerOutcomeMetrics(
    register,
    'received_mails_total',
    'Received mails, and those that were refused',
    'outcome',
    {
      counts: mailInCounts,
    },
  )
  if (config.mailInUrl?.protocol.startsWith('imap'))
    new Gauge({
      name: 'mailbox_connected',
      help: 'Whether this instance reads the mailbox of MAIL_IN_URL; its state is standby while another one does, and password if that is refused',
      labelNames: ['state'],
      registers: [register],
      collect() {
        this.reset()
        this.set({ state: mailbox.state }, mailbox.state === 'connected' ? 1 : 0)
      },
    })
  new Gauge({
    name: 'event_streams',
    help: 'Open event streams of this instance',
    registers: [register],
    collect() {
      this.set(live.count())
    },
  })
  http.addHook('onResponse', async (request, reply) => {
    if (
      (request.routeOptions.config as { isStream?: boolean }).isStream &&
      reply.statusCode === 200
    )
      return
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
  })
  http.get('/healthz', async request => {
    const connection = readProbe(signing, request)
    return { status: 'up', ...(connection && { connection }) }
  })
  // The endpoint is public and the check writes to the
  // storage, so its result is cached for a second.
  const checkStorage = shareCall(() => storage.check(), 1_000)
  const checkReadiness = shareCall(() => Promise.all([database.check(), checkStorage()]))
  http.get('/readyz', async (_, reply) => {
    if (stopping.aborted)
      return reply.code(503).header('retry-after', 5).send({ status: 'stopping' })
    await checkReadiness()
    return { status: 'ready' }
  })
  http.get('/metrics', async (request, reply) => {
    if (!isMetricsClient(request, config)) throw new HttpError(404, 'unknownCall')
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** A client with METRICS_TOKEN; without one, while PUBLIC_URL
 * leads to this machine only, a client on it that is no proxy. */
function isMetricsClient({ headers, socket }: FastifyRequest, { metricsToken, publicUrl }: Config) {
  if (metricsToken === undefined) {
    if (isPublicUrl(publicUrl)) return false
    return (
      isLoopback(socket.remoteAddress ?? '') &&
      isLoopbackHost(hostOf(headers)) &&
      !isForwarded(headers)
    )
  }
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${metricsToken}`))
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

function registerLoadMetrics(
  register: Registry,
  { database, jobs }: Pick<Observed, 'database' | 'jobs'>,
) {
  const gauge = (
    name: string,
    help: string,
    label: string,
    collect: (this: Gauge) => void | Promise<void>,
  ) => new Gauge({ name, help, labelNames: [label], registers: [register], collect })
  gauge(
    'database_connections',
    'Database connections in use and idle, and requests that wait for one',
    'state',
    function () {
      const { open, idle, waiting } = database.connections()
      this.set({ state: 'used' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  )

  let lastLoad = { at: 0, load: Promise.resolve<QueueLoad[]>([]) } // cached for five seconds
  function load() {
    // Other metrics remain available while the database does not respond.
    const queryLoad = () =>
      Promise.race([jobs.queueLoads(), pause(2_000, [], { ref: false })]).catch(() => [])
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
