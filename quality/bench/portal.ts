import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openSigning } from '#platform/crypto/signing.ts'
import { migrate } from '#platform/database/migrations.ts'
import { type Connection, startPostgres } from '#platform/postgres/postgres.ts'
import { type CallName, callNames, type People, type Request, requestsOf } from './calls.ts'
import { type Counted, type FromFloor, floorSchema, type Recorded, type ToFloor } from './floor.ts'
import { type Process, startProcess } from './processes.ts'
import type { FromProduct, ToProduct } from './product.ts'
import { type Seeded, type Seeding, type Somebody, seed } from './seed.ts'
import type { Thread } from './texts.ts'

/** A seeded database with the product over it, a process of its own. */
export type Product = {
  tickets: number
  vendorId: string
  people: People
  /** The people of a second vendor, where there is one. */
  others: People | undefined
  connection: Connection
  port: number
  process: ProductProcess
}
type ProductProcess = Process<ToProduct, FromProduct>

/** Opens one; what has to be stopped afterwards goes onto `toStop`, also where opening fails. `other` is a second vendor in it. */
export async function openProduct(
  tickets: number,
  threads: Thread[],
  toStop: AsyncDisposableStack,
  { seeding, other }: { seeding?: Seeding; other?: Seeding & { tickets: number } } = {},
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
    const withToken = (people: Somebody[]) =>
      Promise.all(
        people.map(async person => ({
          ...person,
          token: await signing.token({ vendorId, ...person }, 7200),
          draftKey: signing.seal('drafts', vendorId, person.userId),
        })),
      )
    return { team: await withToken(team), customers: await withToken(customers) }
  }
  const [people, others] = [await withTokens(vendor), second && (await withTokens(second))]
  const product: ProductProcess = startProcess('product.ts', ['--max-semi-space-size=4']) // as `npm start` has it
  toStop.defer(product.stop)
  const { port } = await product.ask({ connection, dataDir, secret })
  return { tickets, vendorId: vendor.vendorId, people, others, connection, port, process: product }
}

/** A product with the floor beside it, over the same database. */
export type Portal = {
  tickets: number
  ports: Record<'product' | 'floor', number>
  requests: Record<CallName, Request[]>
}

/** Opens one, as `openProduct` does. */
export async function openPortal(tickets: number, threads: Thread[], toStop: AsyncDisposableStack): Promise<Portal> {
  const { vendorId, people: everybody, connection, port, process: product } = await openProduct(tickets, threads, toStop)
  await run(connection, floorSchema(vendorId, await tablesOf(connection)))
  const requests = forEachCall(call => requestsOf(call, everybody, threads))
  const floor = startProcess<ToFloor, FromFloor>('floor.ts')
  toStop.defer(floor.stop)
  const calls = {} as Record<CallName, Recorded>
  // Changes first: what a list counts afterwards stays the same until the measurements change it.
  const reads = (call: CallName) => requests[call][0]?.method === 'GET'
  const [reading, changing] = [callNames.filter(reads), callNames.filter(call => !reads(call))]
  for (const call of [...changing, ...reading]) calls[call] = await recordCall(call, product, port, requests[call][0] as Request)
  const lists = [...requests['list, team'], ...requests['list, account']]
  const totals: Record<string, Counted> = {}
  for (const list of lists) totals[list.path] ??= countedIn(JSON.parse((await answerOf(port, list)).body))
  const people = Object.fromEntries(
    [...everybody.team, ...everybody.customers].map(({ token, userId, sessionId, name, draftKey }) => [
      token,
      { userId, sessionId, name, draftKey },
    ]),
  )
  const ports = { product: port, floor: (await floor.ask({ connection, vendorId, people, calls, totals })).port }
  for (const call of [...reading, ...changing]) for (const request of requests[call].slice(0, 3)) await sameAnswer(call, ports, request)
  return { tickets, ports, requests }
}

const forEachCall = <T>(of: (call: CallName) => T) => Object.fromEntries(callNames.map(call => [call, of(call)])) as Record<CallName, T>

/** What the product asks of PostgreSQL at a call, once it is warm; without what finds out who calls and whose rows they may see, unless that is the answer. */
async function recordCall(
  call: CallName,
  product: { ask(message: ToProduct): Promise<FromProduct> },
  port: number,
  request: Request,
): Promise<Recorded> {
  if (request.method === 'GET') await answerOf(port, request)
  await product.ask('record')
  const { headers } = await answerOf(port, request)
  const { statements } = await product.ask({ given: request.given })
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length']) // node:http writes these itself
  return {
    statements: call === 'user/me' ? statements : statements.slice(1),
    headers: [...headers].filter(([name]) => !own.has(name)).flat(),
  }
}

const countedIn = ({ total, more }: Counted): Counted => ({ total, ...(more && { more }) })

/** @throws when the two bodies differ by more than new ids and times. */
async function sameAnswer(call: CallName, ports: Portal['ports'], request: Request) {
  const made = (body: string) => (request.method === 'GET' ? body : body.replace(/"_id":"[^"]*"|"date\w+":"[^"]*T[^"]*"/g, '"new"'))
  const [product, floor] = [made((await answerOf(ports.product, request)).body), made((await answerOf(ports.floor, request)).body)]
  if (product !== floor) throw new Error(`${call}: the floor sends other bytes than the product.\n${product}\n${floor}`)
}

async function answerOf(port: number, { method, path, token, body }: Request) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'tr', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status} ${text}`)
  return { headers: answer.headers, body: text }
}

async function run(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const tablesOf = async (connection: pg.ClientConfig) =>
  (await run(connection, "select tablename from pg_tables where schemaname = 'public'")).map(({ tablename }) => String(tablename))

/** Tables of 10,000 rows and more. */
const largeTables = 'select relname, seq_scan from pg_stat_user_tables where n_live_tup >= 10000'

/** Begins to count; what it returns says which large tables were read as a whole since. */
export async function tablesReadWhole({ connection }: Product): Promise<() => Promise<string[]>> {
  const before = await run(connection, largeTables)
  return async () => {
    await pause(11_000) // PostgreSQL's own processes tell of what they did once they have been idle for ten seconds
    const after = await run(connection, largeTables)
    const scans = new Map(before.map(({ relname, seq_scan }) => [relname, seq_scan]))
    return after.filter(({ relname, seq_scan }) => seq_scan !== scans.get(relname)).map(({ relname }) => String(relname))
  }
}
