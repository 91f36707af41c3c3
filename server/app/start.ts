import { resolve } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { mailKinds } from '#contract/mail.ts'
import type { Config } from '#platform/config/config.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import type { DatabaseDeadlines } from '#platform/database/connection-pool.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { createHttp } from '#platform/http/fastify.ts'
import { listen } from '#platform/http/listen.ts'
import type { TimeLimits } from '#platform/http/time-limits.ts'
import { openJobs, type RetryPolicy } from '#platform/jobs/jobs.ts'
import { openRateLimiter } from '#platform/limits/rate-limit.ts'
import { openLive } from '#platform/live/live.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import { openMailBuffer } from '#platform/mail/mail-buffer.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { openTracing, traceMethods } from '#platform/observability/tracing.ts'
import type { Tracing } from '#platform/observability/tracing-otlp.ts'
import { openPush } from '#platform/push/push.ts'
import type { BucketTimeouts } from '#platform/storage/s3.ts'
import { openScanner } from '#platform/storage/scanner.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { version } from '#platform/version.ts'
import { auditLog } from '../audit/audit-log.ts'
import { backUpDaily } from '../backup/scheduled.ts'
import { sweepOrphans } from '../files/orphans.ts'
import { scanRemaining } from '../files/scans.ts'
import { endOperatorSessionsWithoutSecondFactor } from '../identity/second-factor/requirement.ts'
import { openSessionTouch } from '../identity/sessions/touch-session.ts'
import { liveRules } from '../live/access.ts'
import { publishChange } from '../live/changes.ts'
import { mailWorker, prepareEach, readQueueLoads } from '../mail/mail-queue.ts'
import { openMailIn } from '../mail-in/receiving/receive.ts'
import { type ChangedTicket, moveNotifications, notifyOfChanges } from '../notifications/notify.ts'
import { prepareTicketMails } from '../notifications/ticket-mail.ts'
import { registerApp } from './app.ts'
import { eventNames, mailSenders, queueNames, reactions } from './reactions.ts'
import type { Services } from './services.ts'
import { sweep } from './sweep.ts'

export type Running = {
  http: FastifyInstance
  platform: Services
  port: number
  mailInPort: number | undefined
  stop(timeout?: number): Promise<void>
}

type StartOptions = {
  logLevel?: string
  logTo?: { write(line: string): void }
  retries?: RetryPolicy
  resolver?: Resolver
  deadlines?: DatabaseDeadlines
  bucketTimeouts?: BucketTimeouts
  timeLimits?: Partial<TimeLimits>
  maxConnections?: number
}

/** Migrates the database, starts the workers and listens. `stop` waits
 * STOP_DELAY, then up to `timeout` ms for requests in progress. */
export async function start(
  config: Config,
  connection: pg.ClientConfig,
  {
    logLevel = 'warn',
    logTo,
    retries,
    resolver = resolve,
    deadlines,
    bucketTimeouts,
    timeLimits,
    maxConnections,
  }: StartOptions = {},
): Promise<Running> {
  await migrate(connection)
  const http = createHttp({
    logLevel,
    ...(logTo && { logTo }),
    trustProxy: config.trustProxy,
    timeLimits,
    maxConnections,
  })
  const tracing = await openTracing(config, version, http.log)
  tracing?.traceRequests(http)
  const stopController = new AbortController()
  const stopping = stopController.signal
  const platform = await openServices(config, connection, {
    log: http.log,
    tracing,
    retries,
    resolver,
    deadlines,
    bucketTimeouts,
    stopping,
  })
  if (config.operatorSecondFactor) await endOperatorSessionsWithoutSecondFactor(platform.database)
  const traceJob: TraceJob = (name, work) =>
    tracing ? tracing.withSpan(`job ${name}`, 'consumer', {}, work) : work()
  await reactToEvents(platform, traceJob)
  const stopBackup = await backUpDaily(platform.jobs, config, connection, http.log)
  await scheduleSweeps(platform, traceJob)
  await registerApp(http, platform)
  const mailIn = await openMailIn(platform, connection, error =>
    http.log.error({ err: error }, 'a mail could not be received'),
  )
  await listen(http, config.host, config.port)
  const { port } = http.server.address() as AddressInfo
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)

  let closing: Promise<void> | undefined
  async function close(timeout: number) {
    stopController.abort()
    await pause(config.stopDelay * 1000) // until the load balancer has probed /readyz
    // Closes connections that do not finish, such as a stalled upload.
    const timer = setTimeout(() => http.server.closeAllConnections(), timeout)
    await http.close()
    clearTimeout(timer)
    await mailIn?.close()
    stopBackup()
    await platform.live.close()
    await platform.jobs.close()
    platform.mailer.close()
    await platform.database.close()
    await tracing?.close()
  }
  return {
    http,
    platform,
    port,
    mailInPort: mailIn?.port,
    stop: (timeout = 10_000) => (closing ??= close(timeout)),
  }
}

type ServiceOptions = Pick<Services, 'log' | 'resolver' | 'stopping'> & {
  tracing: Tracing | null
  retries: RetryPolicy | undefined
  deadlines: DatabaseDeadlines | undefined
  bucketTimeouts: BucketTimeouts | undefined
}

async function openServices(
  config: Config,
  connection: pg.ClientConfig,
  { log, tracing, retries, resolver, deadlines, bucketTimeouts, stopping }: ServiceOptions,
): Promise<Services> {
  const queue = await openJobs(
    connection,
    queueNames,
    error => log.error({ err: error }, 'job queue error'),
    retries,
  )
  const jobs = { ...queue, queueLoads: () => readQueueLoads(queue, database) }
  const target = await prepareConnectionTarget(
    connection,
    config.poolUrl ? { url: config.poolUrl, prepares: config.poolPrepares } : undefined,
  )
  const database = await openDatabase(target, jobs, {
    onSlow: query => log.warn(query, 'slow query'),
    onRoundTrip: tracing?.recordRoundTrip,
    onChanged: change =>
      log.error(change, 'connection closed: the previous request had changed its session'),
    deadlines,
  })
  const storage = traceMethods(tracing, 'storage', await openStorage(config, bucketTimeouts), [
    'put',
    'get',
    'remove',
    'removeStaleUploads',
  ])
  const scanner =
    config.clamavUrl === undefined
      ? null
      : traceMethods(tracing, 'scanner', openScanner(config.clamavUrl), ['scan'])
  const signing = openSigning(config.tokenSecret)
  const live = openLive(target, liveRules(database), {
    stopping,
    log,
    limitFactor: config.limitFactor,
    // notifications are as soon as the change itself
    onNotice: kind => (kind === 'ticket' || kind === 'note') && queue.wake('ticket.changed'),
  })
  await live.listening
  return {
    config,
    database,
    jobs,
    live,
    rateLimiter: openRateLimiter(database, signing, config.limitFactor),
    storage,
    scanner,
    mailer: traceMethods(tracing, 'mail', openMailer(config), ['send']),
    mailInCounts: { accepted: 0, refused: 0 },
    mailBuffer: openMailBuffer(),
    mailbox: { state: 'standby' },
    resolver,
    push: openPush(config, signing),
    signing,
    audit: auditLog,
    publishChange,
    touchSession: openSessionTouch(database),
    stopping,
    log,
  }
}

type TraceJob = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** The database alone is busy with the notifications of
 * changes, and requests need it too (record 0029). */
const changeWorkers = { count: 1, batch: 50 }

/** A mail may wait for the DNS of a stranger: the workers that are left are for other vendors. */
const mailWorkers = { count: 10, batch: 1, ofVendor: 3 }

/** Works on the events and mails of the queues. */
async function reactToEvents(services: Services, traceJob: TraceJob) {
  const reactTogether = (changes: object[]) =>
    traceJob('ticket.changed', () => notifyOfChanges(services, changes as ChangedTicket[]))
  for (const event of eventNames) {
    const react = reactions[event] as (context: object, data: object) => Promise<void>
    await services.jobs.work(
      event,
      data => traceJob(event, () => react(services, data)),
      event === 'ticket.changed'
        ? { ...changeWorkers, together: reactTogether }
        : event === 'mail.received'
          ? mailWorkers
          : undefined,
    )
  }
  for (const kind of mailKinds) {
    const prepare: Parameters<typeof mailWorker<Services>>[0]['prepare'] =
      kind === 'ticket.news' ? prepareTicketMails : prepareEach(mailSenders[kind])
    const send = mailWorker({ prepare, moveNotifications })
    await services.jobs.work(kind, ({ vendor }, attempt) =>
      traceJob(kind, () => send(services, vendor, attempt)),
    )
  }
}

async function scheduleSweeps(
  { jobs, database, config, storage, scanner, log }: Services,
  traceJob: TraceJob,
) {
  const schedule: typeof jobs.schedule = (cron, queue, work, seconds) =>
    jobs.schedule(cron, queue, () => traceJob(queue, work), seconds)
  await schedule('17 * * * *', 'sweep', () => sweep(database, config))
  // the sweep of 0.2.0: an older instance that still runs would remove the files of newer ones
  await jobs.deleteQueue('orphans')
  await schedule(
    '37 3 * * *',
    'sweep-storage',
    async () => void (await sweepOrphans(database, storage, log)),
    6 * 3600,
  )
  await schedule(
    '47 * * * *',
    'scan-left',
    async () => void (await scanRemaining({ database, storage, scanner })),
    3600,
  )
}
