import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { mailKinds } from '#contract/mails.ts'
import type { Config } from '#platform/config/config.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { createHttp } from '#platform/http/fastify.ts'
import type { Platform } from '#platform/http/http.ts'
import { openJobs, type RetryPolicy } from '#platform/jobs/jobs.ts'
import { openRateLimiter } from '#platform/limits/rate-limit.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { openTracing, traceMethods } from '#platform/observability/tracing.ts'
import { openScanner } from '#platform/storage/scanner.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { version } from '#platform/version.ts'
import { auditLog } from '../audit/audit-log.ts'
import { backUpDaily } from '../backup/scheduled.ts'
import { sweepOrphans } from '../files/orphans.ts'
import { scanRemaining } from '../files/scans.ts'
import { openSessionTouch } from '../identity/sessions/touch-session.ts'
import { readQueueLoads, sendQueuedMail } from '../mail/mail-queue.ts'
import { registerApp } from './app.ts'
import { eventNames, mails, queueNames, reactions } from './reactions.ts'
import { sweep } from './sweep.ts'

export type Running = { http: FastifyInstance; platform: Platform; port: number; stop(timeout?: number): Promise<void> }

/** Migrates the database, starts the workers and listens. `stop` waits STOP_DELAY, then up to `timeout` ms for requests in progress. */
export async function start(
  config: Config,
  connection: pg.ClientConfig,
  { logLevel = 'warn', logTo, retries }: { logLevel?: string; logTo?: { write(line: string): void }; retries?: RetryPolicy } = {},
): Promise<Running> {
  await migrate(connection)
  const http = createHttp({ logLevel, ...(logTo && { logTo }), trustProxy: config.trustProxy })
  const tracing = await openTracing(config, version, http.log)
  tracing?.traceRequests(http)
  const queue = await openJobs(connection, queueNames, error => http.log.error({ err: error }, 'job queue error'), retries)
  const jobs = { ...queue, queueLoads: () => readQueueLoads(queue, database) }
  const target = await prepareConnectionTarget(
    connection,
    config.poolUrl ? { url: config.poolUrl, prepares: config.poolPrepares } : undefined,
  )
  const database = await openDatabase(target, jobs, {
    onSlow: query => http.log.warn(query, 'slow query'),
    onRoundTrip: tracing?.recordRoundTrip,
    onChanged: change => http.log.error(change, 'connection closed: the previous request had changed its session'),
  })
  const untracedStorage = await openStorage(config)
  const storage = traceMethods(tracing, 'storage', untracedStorage, ['put', 'get', 'remove', 'removeStaleUploads'])
  const scanner = config.clamavUrl === undefined ? null : traceMethods(tracing, 'scanner', openScanner(config.clamavUrl), ['scan'])
  const mailer = traceMethods(tracing, 'mail', openMailer(config), ['send'])
  const traceJob = <T>(name: string, work: () => Promise<T>) => (tracing ? tracing.withSpan(`job ${name}`, 'consumer', {}, work) : work())
  const schedule: typeof jobs.schedule = (cron, queue, work, seconds) => jobs.schedule(cron, queue, () => traceJob(queue, work), seconds)
  const signing = openSigning(config.tokenSecret)
  const rateLimiter = openRateLimiter(database, signing, config.limitFactor)
  const stopController = new AbortController()
  const platform: Platform = {
    config,
    database,
    jobs,
    rateLimiter,
    storage,
    scanner,
    mailer,
    signing,
    audit: auditLog,
    touchSession: openSessionTouch(database),
    stopping: stopController.signal,
    log: http.log,
  }

  const context = { config, database, rateLimiter, storage, scanner, signing, mailer }
  for (const event of eventNames) {
    const react = reactions[event] as (context: object, data: object) => Promise<void>
    await jobs.work(event, data => traceJob(event, () => react(context, data)))
  }
  for (const kind of mailKinds)
    await jobs.work(kind, ({ vendor }, attempt) => traceJob(kind, () => sendQueuedMail(context, mails[kind], vendor, attempt)))
  const stopBackup = await backUpDaily(jobs, config, connection, http.log)
  await schedule('17 * * * *', 'sweep', () => sweep(database, config))
  await jobs.deleteQueue('orphans') // the sweep of 0.2.0: an older instance that still runs would remove the files of newer ones
  await schedule('37 3 * * *', 'sweep-storage', async () => void (await sweepOrphans(database, storage, http.log)), 6 * 3600)
  await schedule('47 * * * *', 'scan-left', async () => void (await scanRemaining({ database, storage, scanner })), 3600)
  await registerApp(http, platform)
  await http.listen({ host: config.host, port: config.port })
  const { port } = http.server.address() as AddressInfo
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)

  let stopping: Promise<void> | undefined
  async function close(timeout: number) {
    stopController.abort()
    await pause(config.stopDelay * 1000) // until the load balancer has probed /readyz
    // Closes connections that do not finish, such as a stalled upload.
    const timer = setTimeout(() => http.server.closeAllConnections(), timeout)
    await http.close()
    clearTimeout(timer)
    stopBackup()
    await jobs.close()
    mailer.close()
    await database.close()
    await tracing?.close()
  }
  return { http, platform, port, stop: (timeout = 10_000) => (stopping ??= close(timeout)) }
}
