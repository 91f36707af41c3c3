import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { createHttp } from '#platform/http/fastify.ts'
import type { Platform } from '#platform/http/http.ts'
import { openJobs, type Retries } from '#platform/jobs/jobs.ts'
import { openRateLimiter } from '#platform/limits/rate-limit.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { openTracing, traced } from '#platform/observability/tracing.ts'
import { openScanner } from '#platform/storage/scanner.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { version } from '#platform/version.ts'
import { auditLog } from '../audit/audit-log.ts'
import { backUpDaily } from '../backup/scheduled.ts'
import { sweepOrphans } from '../files/orphans.ts'
import { scanRemaining } from '../files/scans.ts'
import { openSessionTouch } from '../identity/sessions/touch-session.ts'
import { registerApp } from './app.ts'
import { eventNames, reactions } from './reactions.ts'
import { sweep } from './sweep.ts'

export type Running = { http: FastifyInstance; platform: Platform; port: number; stop(patience?: number): Promise<void> }

/**
 * Migrates the database, opens everything, works the queue and listens.
 * `stop` undoes it in reverse: STOP_DELAY after /readyz says so, finishing what is under way within `patience` milliseconds.
 */
export async function start(
  config: Config,
  connection: pg.ClientConfig,
  { logLevel = 'warn', logTo, retries }: { logLevel?: string; logTo?: { write(line: string): void }; retries?: Retries } = {},
): Promise<Running> {
  await migrate(connection)
  const http = createHttp({ logLevel, ...(logTo && { logTo }), trustProxy: config.trustProxy })
  const tracing = await openTracing(config, version, http.log)
  tracing?.requests(http)
  const jobs = await openJobs(connection, eventNames, error => http.log.error({ err: error }, 'the queue met an error'), retries)
  const way = await prepareConnectionTarget(connection, config.poolUrl ? { url: config.poolUrl, prepares: config.poolPrepares } : undefined)
  const database = await openDatabase(
    way,
    jobs,
    undefined,
    slow => http.log.warn(slow, 'a query took long'),
    tracing?.roundTrip,
    changed => http.log.error(changed, 'a connection was closed, as the request before had changed its session'),
  )
  const bytes = await openStorage({ ...(config.storageUrl && { storageUrl: config.storageUrl }), dataDir: config.dataDir })
  const storage = traced(tracing, 'storage', bytes, ['put', 'get', 'remove', 'tidy'])
  const scanner = config.clamavUrl === undefined ? null : traced(tracing, 'scanner', openScanner(config.clamavUrl), ['scan'])
  const mailer = traced(tracing, 'mail', openMailer(config), ['send'])
  const job = <T>(name: string, work: () => Promise<T>) => (tracing ? tracing.around(`job ${name}`, 'consumer', {}, work) : work())
  const every: typeof jobs.every = (cron, queue, work, seconds) => jobs.every(cron, queue, () => job(queue, work), seconds)
  const signing = openSigning(config.tokenSecret)
  const rateLimiter = openRateLimiter(database, signing, config.limitFactor)
  const leave = new AbortController()
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
    stopping: leave.signal,
    log: http.log,
  }

  for (const event of eventNames) {
    const react = reactions[event] as (outside: object, data: object, jobId: string) => Promise<void>
    await jobs.work(event, (data, jobId) =>
      job(event, () => react({ config, database, rateLimiter, storage, scanner, signing, mailer }, data, jobId)),
    )
  }
  const stopBackup = await backUpDaily(jobs, config, connection, http.log)
  await every('17 * * * *', 'sweep', () => sweep(database, config))
  await every('37 3 * * *', 'orphans', async () => void (await sweepOrphans(database, storage, http.log)), 6 * 3600)
  await every('47 * * * *', 'scan-left', async () => void (await scanRemaining({ database, storage, scanner })), 3600)
  await registerApp(http, platform)
  await http.listen({ host: config.host, port: config.port })
  const { port } = http.server.address() as AddressInfo
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)

  let stopping: Promise<void> | undefined
  async function close(patience: number) {
    leave.abort()
    await pause(config.stopDelay * 1000) // until whoever hands out requests has asked /readyz
    // What is under way may finish; an upload over a line that has died does not hold us up.
    const impatient = setTimeout(() => http.server.closeAllConnections(), patience)
    await http.close()
    clearTimeout(impatient)
    stopBackup()
    await jobs.close()
    mailer.close()
    await database.close()
    await tracing?.close()
  }
  return { http, platform, port, stop: (patience = 10_000) => (stopping ??= close(patience)) }
}
