import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openSigning } from '#platform/crypto/signing.ts'
import { migrate } from '#platform/database/migrations.ts'
import { type ConnectionParameters, startPostgres } from '#platform/postgres/postgres.ts'
import { memoryEnv, memoryFlags } from '../../scripts/run/memory.mjs'
import { baselineSchema, type FromBaseline, type Recording, type ToBaseline } from './baseline.ts'
import { type CallName, type CallRequest, callNames, type People, requestsOf } from './calls.ts'
import { type Process, startProcess } from './processes.ts'
import type { FromProduct, ToProduct } from './product.ts'
import type { ListTotal } from './response-bodies.ts'
import { type Seeded, type SeededUser, type SeedOptions, seed } from './seed.ts'
import type { Thread } from './texts.ts'

export type Product = {
  tickets: number
  vendorId: string
  people: People
  others: People | undefined
  connection: ConnectionParameters
  dataDir: string
  secret: string
  port: number
  process: ProductProcess
}
type ProductProcess = Process<ToProduct, FromProduct>

/** Seeds and starts a product; cleanup goes onto `toStop`,
 * also on failure. `other` adds a second vendor. */
export async function openProduct(
  tickets: number,
  threads: Thread[],
  toStop: AsyncDisposableStack,
  { seeding, other }: { seeding?: SeedOptions; other?: SeedOptions & { tickets: number } } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-bench-'))
  toStop.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { connection, superuser, stop } = await startPostgres(dataDir, 'server')
  toStop.defer(stop)
  await migrate(connection)
  const into = { ...superuser, database: connection.database }
  const vendor = await seed(into, tickets, threads, seeding)
  const second = other && (await seed(into, other.tickets, threads, other))
  const secret = 'a secret of the benchmark, for its own tokens'
  const signing = openSigning(secret)
  const withTokens = async ({ vendorId, team, customers }: Seeded): Promise<People> => {
    const withToken = (people: SeededUser[]) =>
      Promise.all(
        people.map(async person => ({
          ...person,
          token: await signing.signToken({ vendorId, ...person }, 7200),
          draftKey: signing.sign('drafts', vendorId, person.userId),
        })),
      )
    return { team: await withToken(team), customers: await withToken(customers) }
  }
  const [people, others] = [await withTokens(vendor), second && (await withTokens(second))]
  const product: ProductProcess = startProcess('product.ts', {
    execArgv: memoryFlags,
    env: { ...process.env, ...memoryEnv },
  }) // as `npm start` has it
  toStop.defer(product.stop)
  const { port } = await product.request({ connection, dataDir, secret })
  return {
    tickets,
    vendorId: vendor.vendorId,
    people,
    others,
    connection,
    dataDir,
    secret,
    port,
    process: product,
  }
}

export type ProductAndBaseline = {
  tickets: number
  ports: Record<'product' | 'baseline', number>
  requests: Record<CallName, CallRequest[]>
}

export async function openProductAndBaseline(
  tickets: number,
  threads: Thread[],
  toStop: AsyncDisposableStack,
): Promise<ProductAndBaseline> {
  const {
    vendorId,
    people: users,
    connection,
    port,
    process: product,
  } = await openProduct(tickets, threads, toStop)
  await run(connection, baselineSchema(vendorId, await tablesOf(connection)))
  const requests = mapCalls(call => requestsOf(call, users, threads))
  const baseline = startProcess<ToBaseline, FromBaseline>('baseline.ts')
  toStop.defer(baseline.stop)
  const calls = {} as Record<CallName, Recording>
  // Changes are recorded first, so that the totals of the lists stay valid until the measurements.
  const isRead = (call: CallName) => requests[call][0]?.method === 'GET'
  const [reading, changing] = [callNames.filter(isRead), callNames.filter(call => !isRead(call))]
  for (const call of [...changing, ...reading])
    calls[call] = await recordCall(call, product, port, requests[call][0] as CallRequest)
  const lists = [...requests['list, team'], ...requests['list, account']]
  const totals: Record<string, ListTotal> = {}
  for (const list of lists)
    totals[list.path] ??= totalIn(JSON.parse((await fetchResponse(port, list)).body))
  const people = Object.fromEntries(
    [...users.team, ...users.customers].map(({ token, userId, sessionId, name, draftKey }) => [
      token,
      { userId, sessionId, name, draftKey },
    ]),
  )
  const ports = {
    product: port,
    baseline: (await baseline.request({ connection, vendorId, people, calls, totals })).port,
  }
  for (const call of [...reading, ...changing])
    for (const request of requests[call].slice(0, 3)) await assertSameResponse(call, ports, request)
  return { tickets, ports, requests }
}

const mapCalls = <T>(of: (call: CallName) => T) =>
  Object.fromEntries(callNames.map(call => [call, of(call)])) as Record<CallName, T>

/** The SQL of a call after a warm-up, without `open_request` (the
 * first statement), except for `user/me`, which answers from it. */
async function recordCall(
  call: CallName,
  product: { request(message: ToProduct): Promise<FromProduct> },
  port: number,
  request: CallRequest,
): Promise<Recording> {
  if (request.method === 'GET') await fetchResponse(port, request)
  await product.request('record')
  const { headers } = await fetchResponse(port, request)
  const { statements } = await product.request({ parameters: request.parameters })
  const generated = new Set(['date', 'connection', 'keep-alive', 'content-length']) // by node:http
  return {
    statements: call === 'user/me' ? statements : statements.slice(1),
    headers: [...headers].filter(([name]) => !generated.has(name)).flat(),
  }
}

const totalIn = ({ total, more }: ListTotal): ListTotal => ({ total, ...(more && { more }) })

/** @throws when the two bodies differ in more than new ids, numbers and times */
async function assertSameResponse(
  call: CallName,
  ports: ProductAndBaseline['ports'],
  request: CallRequest,
) {
  const normalize = (body: string) =>
    request.method === 'GET'
      ? body
      : body.replace(/"_id":"[^"]*"|"number":\d+|"date\w+":"[^"]*T[^"]*"/g, '"new"')
  const [product, baseline] = [
    normalize((await fetchResponse(ports.product, request)).body),
    normalize((await fetchResponse(ports.baseline, request)).body),
  ]
  if (product !== baseline)
    throw new Error(
      `${call}: the baseline and the product send different bytes.\n${product}\n${baseline}`,
    )
}

async function fetchResponse(port: number, { method, path, token, body }: CallRequest) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'tr',
      'accept-encoding': 'identity', // as the load
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} is answered ${response.status} ${text}`)
  return { headers: response.headers, body: text }
}

async function run(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const tablesOf = async (connection: pg.ClientConfig) =>
  (await run(connection, "select tablename from pg_tables where schemaname = 'public'")).map(
    ({ tablename }) => String(tablename),
  )

const largeTables = 'select relname, seq_scan from pg_stat_user_tables where n_live_tup >= 10000'

/** The returned function lists large tables read sequentially since,
 * after `delay` ms: idle backends report statistics after 10 s. */
export async function watchSequentialScans(
  { connection }: Product,
  delay: number,
): Promise<() => Promise<string[]>> {
  const before = await run(connection, largeTables)
  return async () => {
    await pause(delay)
    const after = await run(connection, largeTables)
    const scans = new Map(before.map(({ relname, seq_scan }) => [relname, seq_scan]))
    return after
      .filter(({ relname, seq_scan }) => seq_scan !== scans.get(relname))
      .map(({ relname }) => String(relname))
  }
}
