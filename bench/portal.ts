import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/migrations.ts'
import { startPostgres } from '#platform/postgres.ts'
import { openSigning } from '#platform/signing.ts'
import { type CallName, callNames, type Person, type Request, requestsOf } from './calls.ts'
import { type FromFloor, floorSchema, type Recorded, type ToFloor } from './floor.ts'
import { startProcess } from './processes.ts'
import type { FromProduct, ToProduct } from './product.ts'
import { type Somebody, seed } from './seed.ts'
import type { Thread } from './texts.ts'

/** A seeded database with the product and the floor over it, each a process of its own. */
export type Portal = {
  tickets: number
  ports: Record<'product' | 'floor', number>
  requests: Record<CallName, Request[]>
}

/** Opens one; what has to be stopped afterwards goes onto `toStop`, also where opening fails. */
export async function openPortal(tickets: number, threads: Thread[], toStop: AsyncDisposableStack): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-bench-'))
  toStop.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { connection, superuser, stop } = await startPostgres(dataDir, 'server')
  toStop.defer(stop)
  await migrate(connection)
  const { vendorId, team, customers } = await seed({ ...superuser, database: connection.database }, tickets, threads)
  await run(connection, floorSchema(vendorId, await tablesOf(connection)))

  const secret = 'a secret of the benchmark, for its own tokens'
  const signing = openSigning(secret)
  const withToken = (people: Somebody[]): Promise<Person[]> =>
    Promise.all(people.map(async person => ({ ...person, token: await signing.token({ vendorId, ...person }, 3600) })))
  const everybody = { team: await withToken(team), customers: await withToken(customers) }
  const requests = forEachCall(call => requestsOf(call, everybody, threads))

  const product = startProcess<ToProduct, FromProduct>('product.ts')
  toStop.defer(product.stop)
  const floor = startProcess<ToFloor, FromFloor>('floor.ts')
  toStop.defer(floor.stop)
  const { port } = await product.ask({ connection, dataDir, secret })
  const calls = {} as Record<CallName, Recorded>
  for (const call of callNames) calls[call] = await recordCall(call, product, port, requests[call][0] as Request)
  const people = Object.fromEntries(
    [...everybody.team, ...everybody.customers].map(({ token, userId, sessionId, name }) => [token, { userId, sessionId, name }]),
  )
  const ports = { product: port, floor: (await floor.ask({ connection, vendorId, people, calls })).port }
  for (const call of callNames) for (const request of requests[call].slice(0, 3)) await sameAnswer(call, ports, request)
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
  const { headers, body } = await answerOf(port, request)
  const { statements } = await product.ask({ given: request.given })
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length']) // node:http writes these itself
  return {
    statements: call === 'user/me' ? statements : statements.slice(1),
    headers: [...headers].filter(([name]) => !own.has(name)).flat(),
    total: JSON.parse(body).total ?? 0,
  }
}

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
