import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import type { ApiError } from '#contract/errors.ts'
import { type Output, pathOf, type Request, type Route } from '#contract/route.ts'
import { readConfig } from '#platform/config/config.ts'
import type { TimeLimits } from '#platform/http/time-limits.ts'
import type { RetryPolicy } from '#platform/jobs/jobs.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { ConnectionParameters } from '#platform/postgres/postgres.ts'
import { start } from '../app/start.ts'
import { dropDatabase, runQuery } from './database/databases.ts'
import {
  findProgram,
  type PoolerSettings,
  poolUser,
  socketUrl,
  startPooler,
} from './servers/pooler.ts'

/** A caller of the API; `token` is null without a session. */
export type Person = {
  domain: string
  token: string | null
  language?: 'tr' | 'en'
  userId: string
  email: string
}
type CallOptions = { idempotencyKey?: string; headers?: Record<string, string> }
export type Answer<R extends Route> = {
  status: number
  body: Output<R> & ApiError
  headers: LightMyRequestResponse['headers']
}

/** A DNS without any record. */
const emptyDns: Resolver = async name => {
  throw Object.assign(new Error(`no records of ${name}`), { code: 'ENOTFOUND' })
}

/** No deadline of the database or the bucket ends a request while the machine stalls. */
const patient = {
  deadlines: { connection: 50_000, beforeProbe: 40_000, probe: 20_000 },
  bucketTimeouts: { connect: 1_500, idle: 90_000, beforeProbe: 40_000, probe: 20_000 },
}

/** Runs all tests behind a pooler: `TEST_POOLED=1 npx vitest run server`. */
const allPooled = process.env.TEST_POOLED === '1'

type PortalOptions = {
  retries?: RetryPolicy
  pooled?: boolean | PoolerSettings
  log?: string[]
  resolver?: Resolver
  timeLimits?: Partial<TimeLimits>
  maxConnections?: number
}

/** A server with its own database, until its test ends, or its file where it is opened
 * outside of a test. Ticket mails wait an hour by default.
 * `pooled`: through PgBouncer, with changes of its settings. */
export async function openPortal(
  environment: Record<string, string> = {},
  options: PortalOptions = {},
) {
  const { close, ...portal } = await startPortal(environment, options)
  const cleanUp = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  cleanUp(close)
  return portal
}
export type TestPortal = Awaited<ReturnType<typeof openPortal>>

let shared: Promise<TestPortal> | undefined

/** One portal for all files of a thread that call this, until the run ends: for tests with
 * vendors of their own that change, count and replace nothing of the whole installation. */
export async function sharedPortal(): Promise<TestPortal> {
  if (allPooled) return openPortal() // nothing would stop its pooler
  shared ??= startPortal({}, {}, inject('postgres').folder)
  return shared
}

async function startPortal(
  environment: Record<string, string>,
  { retries, pooled = allPooled, log, resolver = emptyDns, ...limits }: PortalOptions,
  folder = tmpdir(),
) {
  const { connection: template, superuser } = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const copy = 'template tezgah strategy file_copy' // it waits less than a copy through the WAL
  await runQuery(superuser, `create database ${database} ${copy} owner tezgah`)
  const connection = { ...template, database }
  const dataDir = await mkdtemp(join(folder, 'tezgah-portal-'))
  const pooler = pooled
    ? await startPoolerFor(connection, pooled === true ? {} : pooled)
    : undefined
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    NOTIFY_DELAY: '1h',
    ...pooler?.settings,
    ...environment,
  })
  const running = await start(config, connection, {
    ...(log
      ? { logLevel: 'trace', logTo: { write: (line: string) => void log.push(line) } }
      : { logLevel: 'silent' }),
    ...(retries && { retries }),
    ...patient,
    resolver,
    ...limits,
  })
  const owner = new pg.Pool({ ...connection, max: 2 })
  owner.on('error', () => {}) // a test may stop the database
  async function close() {
    await owner.end()
    await running.stop()
    await pooler?.stop()
    await dropDatabase(superuser, database)
    await rm(dataDir, { recursive: true, force: true })
  }
  const as = caller(running.http)
  return { ...running, owner, dataDir, connection, as, raw: running.http, close }
}

export const caller = (http: FastifyInstance) => (person: Person) => ({
  async call<R extends Route>(
    route: R,
    { params, query, body }: Request<R> = {},
    { idempotencyKey, headers }: CallOptions = {},
  ): Promise<Answer<R>> {
    const reply = await http.inject({
      method: route.method,
      url: `/api/v1/domain/${person.domain}${pathOf(route, params)}`,
      query: query as Record<string, string>,
      headers: {
        'accept-language': person.language ?? 'tr',
        ...(person.token !== null && { authorization: `Bearer ${person.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return {
      status: reply.statusCode,
      body: reply.body === '' ? undefined : JSON.parse(reply.body),
      headers: reply.headers,
    }
  },
})

/** PgBouncer where it is installed, else only its login. */
async function startPoolerFor(connection: ConnectionParameters, changes: PoolerSettings) {
  const { url, stop } = findProgram('pgbouncer')
    ? await startPooler(connection, undefined, changes)
    : { url: socketUrl({ ...connection, user: poolUser(connection) }), stop: async () => {} }
  return { settings: { DATABASE_URL: socketUrl(connection), DATABASE_POOL_URL: url }, stop }
}
