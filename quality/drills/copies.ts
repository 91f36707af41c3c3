import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { startBucket } from '#testing/bucket.ts'
import { programAt, socketUrl, startPooler } from '#testing/pooler.ts'
import { freePort } from '#testing/ports.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import {
  type Client,
  clientOf,
  copyOf,
  type Installation,
  isDone,
  openPortal,
  type People,
  type Portal,
  temporaryFolder,
} from './portal.ts'
import { nothingAmiss, startWriters } from './writers.ts'

const needed = ['haproxy', 'pgbouncer']

/** Three copies behind a proxy, before one database through PgBouncer and one bucket: one is killed, and all are restarted in turn. */
export const copies: Drill = async ({ short, first, toStop }) => {
  const missing = needed.filter(name => !programAt(name))
  if (missing.length > 0)
    return {
      promised: [],
      figures: {},
      notTried: [`three copies behind a proxy: there is no ${missing.join(' and no ')} here (apt-get install)`],
    }
  const { all, proxy, database } = await openCopies(first, toStop)
  const [one] = all as [Portal, Portal, Portal]

  const writers = startWriters(proxy, first.people, short ? 4 : 8)
  const rounds = short ? 1 : 3
  const back: number[] = []
  const ready: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(short ? 500 : 1_500)
    const victim = all[round % all.length] as Portal
    await victim.kill()
    const since = performance.now()
    while (!isDone(await proxy.ask(first.people.admin, routes.companies.create, { body: { name: 'Yeni firma' } }))) await pause(10)
    back.push((performance.now() - since) / 1000)
    ready.push(await victim.start())
    await untilReady(proxy, all)
  }
  const killed = writers.met()
  const connections = await connectionsOf(database)
  for (const copy of short ? [one] : all) {
    await copy.stop()
    await copy.start()
    await untilReady(proxy, all)
  }
  const restarted = writers.met()
  await writers.stop()
  const together = await actAsOne(all, first.people)
  return {
    promised: [
      atLeast(
        rounds * 20,
        `writes acknowledged while a copy was killed, ${rounds} times`,
        killed.calls - killed.unanswered - killed.unavailable,
      ),
      atMost(limits.answer, 'seconds until the others have taken a write after a copy was killed, at most', Math.max(...back)),
      atMost(limits.answer, 'seconds that an answer took meanwhile, at most', killed.slowest / 1000),
      atLeast(20, 'writes while the copies were restarted one after the other', restarted.calls),
      atMost(0, 'of these that failed', restarted.unanswered + restarted.unavailable + restarted.wrong),
      ...together,
      ...nothingAmiss(writers),
    ],
    figures: { rounds, tickets: writers.tickets(), killed, restarted, back, ready, connections },
  }
}

/** The three, each ready, and the proxy before them. */
async function openCopies(first: Installation, toStop: AsyncDisposableStack) {
  const dataDir = copyOf(first, temporaryFolder(toStop))
  const database = await startPostgres(dataDir, 'guest')
  toStop.defer(() => database.stop())
  const pooler = await startPooler(database.connection)
  toStop.defer(() => pooler.stop())
  const bucket = await startBucket()
  toStop.defer(() => bucket.stop())
  const shared = {
    HOST: '127.0.0.1',
    DATABASE_URL: socketUrl(database.connection),
    DATABASE_POOL_URL: pooler.url,
    STORAGE_URL: bucket.url,
    TOKEN_SECRET: readFileSync(join(dataDir, 'token-secret'), 'utf8'),
    STOP_DELAY: '2s',
    LIMIT_FACTOR: '3',
  }
  const ports = [await freePort(), await freePort(), await freePort()]
  const all = ports.map(port => openPortal(toStop, { ...shared, PORT: `${port}` }))
  await Promise.all(all.map(copy => copy.start()))
  const proxy = await startProxy(ports, toStop)
  await untilReady(proxy, all)
  return { all, proxy, database: database.connection }
}

/** Debian's haproxy, with the settings that we ship. */
async function startProxy(ports: number[], toStop: AsyncDisposableStack) {
  const port = await freePort()
  const places = Object.fromEntries(ports.map((each, n) => [`COPY_${n + 1}`, `127.0.0.1:${each}`]))
  const settings = join(import.meta.dirname, '../../deploy/haproxy.cfg')
  const haproxy: ChildProcess = spawn(programAt('haproxy') ?? 'haproxy', ['-db', '-f', settings], {
    env: { ...places, BIND: `127.0.0.1:${port}` },
    stdio: 'ignore',
  })
  toStop.defer(async () => {
    if (haproxy.exitCode !== null || haproxy.signalCode !== null) return
    haproxy.kill('SIGKILL')
    await once(haproxy, 'exit')
  })
  return clientOf(
    () => `http://127.0.0.1:${port}`,
    () => '',
  )
}

/** Until the proxy has seen that each is ready: it asks twice a second, and lets nobody else ask that through it. */
async function untilReady(proxy: Client, all: Portal[]) {
  while ((await proxy.askAt('/healthz')).status !== 200) await pause(20)
  for (const copy of all) while ((await copy.askAt('/readyz')).status !== 200) await pause(20)
  await pause(1_100)
}

/** What is done through one of them is done for the others too. */
async function actAsOne([one, two, three]: Portal[], { admin, customer, company, machine }: People) {
  const copies = { one, two, three } as Record<'one' | 'two' | 'three', Portal>

  const body = { title: 'Canlı görüşme', machine, message: 'Kimse var mı?' }
  const { _id: ticket } = await copies.one.call(customer, routes.tickets.open, { params: { company }, body })
  const watching = copies.two.call(admin, routes.tickets.get, { params: { ticket } })
  const before = (await watching).conversation.length
  await copies.one.call(customer, routes.tickets.replyOfAccount, { params: { company, ticket }, body: { contents: 'Buradayım.' } })
  const heard = (await copies.two.call(admin, routes.tickets.get, { params: { ticket } })).conversation.length

  // 20 an hour are allowed, and the drill's copies allow three times as many.
  const forgot = { body: { email: 'kimse@musteri.test' } }
  for (let n = 0; n < 60; n++) await (n % 2 ? copies.one : copies.two).call(null, routes.sessions.forgot, forgot)
  const { status } = await copies.three.ask(null, routes.sessions.forgot, forgot)

  const bytes = randomBytes(200_000)
  const place = await copies.one.call(customer, routes.files.request, {
    body: { fileName: 'ölçüm.bin', fileSize: bytes.length, fileType: 'application/octet-stream' },
  })
  const path = (url: string | null) => {
    const { pathname, search } = new URL(url ?? '')
    return pathname + search
  }
  await copies.two.askAt(path(place.url), { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: bytes })
  const { signedURL } = await copies.three.call(customer, routes.files.confirm, { params: { file: place.id } })
  const read = await copies.one.askAt(path(signedURL))

  const key = { 'idempotency-key': randomUUID() }
  const create = { body: { name: 'İki kez gönderilen' } }
  const made = [
    await copies.one.ask(admin, routes.companies.create, create, key),
    await copies.three.ask(admin, routes.companies.create, create, key),
  ]
  return [
    atLeast(before + 1, 'messages that a listener at another copy sees', heard),
    atLeast(429, 'the answer of the third copy to what the other two have counted up to its limit', status),
    atMost(
      0,
      'bytes that differ in a file announced at one copy, sent to another and confirmed at the third',
      Buffer.compare(read.body, bytes),
    ),
    atMost(1, 'companies made by a create that was sent to two copies with one key', new Set(made.map(({ body: { _id } }) => _id)).size),
  ]
}

/** How many connections PostgreSQL has, of the pooler's login and of the owner's. */
async function connectionsOf(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string; count: number }>(
    'select usename as name, count(*)::int from pg_stat_activity where datname = current_database() group by usename',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
