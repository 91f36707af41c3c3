import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { startBucket } from '#testing/servers/bucket.ts'
import { findProgram, socketUrl, startPooler } from '#testing/servers/pooler.ts'
import { freePort } from '#testing/servers/ports.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { startEventReader } from './event-readers.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  type Installation,
  isDone,
  type People,
  type PortalProcess,
  temporaryFolder,
} from './portal-process.ts'
import { checkWriters, startWriters } from './writers.ts'

/** Why a drill with three instances cannot run on this machine. */
export function missingPrograms() {
  const missing = ['haproxy', 'pgbouncer'].filter(name => !findProgram(name))
  return (
    missing.length > 0 && [
      `three instances behind a proxy: ${missing.join(' and ')} not installed (apt-get install)`,
    ]
  )
}

/** Three instances behind a proxy share a database behind PgBouncer
 * and a bucket: one is killed, then all are restarted one by one. */
export const instances: Drill = async ({ short, installation, toStop }) => {
  const skipped = missingPrograms()
  if (skipped) return { thresholds: [], figures: {}, skipped }
  const { all, proxy, database } = await startInstances(installation, toStop)
  const [one] = all as [PortalProcess, PortalProcess, PortalProcess]

  const writers = startWriters(proxy, installation.people, short ? 4 : 8)
  const page = startEventReader(proxy, proxy.url, installation.people.admin, writers)
  const rounds = short ? 1 : 3
  const back: number[] = []
  const ready: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(short ? 500 : 1_500)
    const victim = all[round % all.length] as PortalProcess
    await victim.kill()
    const since = performance.now()
    while (
      !isDone(
        await proxy.send(installation.people.admin, routes.companies.create, {
          body: { name: 'Yeni firma' },
        }),
      )
    )
      await pause(10)
    back.push((performance.now() - since) / 1000)
    ready.push(await victim.start())
    await waitUntilReady(proxy, all)
  }
  const killed = writers.takeCounts()
  const connections = await countConnections(database)
  for (const instance of short ? [one] : all) {
    await instance.stop()
    await instance.start()
    await waitUntilReady(proxy, all)
  }
  const restarted = writers.takeCounts()
  await writers.stop()
  const missed = await page.stop()
  const together = await checkSharedState(all, installation.people)
  return {
    thresholds: [
      atLeast(
        rounds * 20,
        `writes acknowledged while an instance was killed, ${rounds} times`,
        killed.calls - killed.unanswered - killed.unavailable,
      ),
      atMost(
        limits.response,
        'longest time until another instance accepted a write after one was killed, s',
        Math.max(...back),
      ),
      atMost(limits.response, 'slowest response meanwhile, s', killed.slowest / 1000),
      atLeast(20, 'writes during a rolling restart', restarted.calls),
      atMost(
        0,
        'failed writes among them',
        restarted.unanswered + restarted.unavailable + restarted.wrong,
      ),
      atLeast(
        short ? 1 : 3,
        'event streams that the open page had one after the other',
        page.streams(),
      ),
      atMost(
        0,
        'messages that the open page did not show without being loaded again',
        missed.length,
      ),
      ...together,
      ...checkWriters(writers),
    ],
    figures: { rounds, tickets: writers.tickets(), killed, restarted, back, ready, connections },
  }
}

export async function startInstances(
  installation: Installation,
  toStop: AsyncDisposableStack,
  environment: Record<string, string> = {},
) {
  const dataDir = copyInstallation(installation, temporaryFolder(toStop))
  let database = await startPostgres(dataDir, 'client')
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
    LIMIT_FACTOR: '100', // the writers share a user
    ...environment,
  }
  const ports = [await freePort(), await freePort(), await freePort()]
  const all = ports.map(port => createPortalProcess(toStop, { ...shared, PORT: `${port}` }))
  await Promise.all(all.map(instance => instance.start()))
  const proxy = await startProxy(ports, toStop)
  await waitUntilReady(proxy, all)
  return {
    all,
    proxy,
    database: database.connection,
    async restartDatabase(secondsAway: number) {
      await database.stop()
      await pause(secondsAway * 1_000)
      database = await startPostgres(dataDir, 'client')
    },
  }
}

async function startProxy(ports: number[], toStop: AsyncDisposableStack) {
  const port = await freePort()
  const addresses = Object.fromEntries(
    ports.map((each, n) => [`INSTANCE_${n + 1}`, `127.0.0.1:${each}`]),
  )
  const settings = join(import.meta.dirname, '../../deploy/haproxy.cfg')
  const haproxy: ChildProcess = spawn(
    findProgram('haproxy') ?? 'haproxy',
    ['-db', '-f', settings],
    {
      env: { ...addresses, BIND: `127.0.0.1:${port}` },
      stdio: 'ignore',
    },
  )
  toStop.defer(async () => {
    if (haproxy.exitCode !== null || haproxy.signalCode !== null) return
    haproxy.kill('SIGKILL')
    await once(haproxy, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  const client = createClient(
    () => url,
    () => '',
  )
  return { ...client, url }
}

/** The proxy checks /readyz twice a second and does not forward
 * it: after each instance is ready, wait for two checks. */
export async function waitUntilReady(proxy: Client, all: PortalProcess[]) {
  while ((await proxy.fetchPath('/healthz')).status !== 200) await pause(20)
  for (const instance of all)
    while ((await instance.fetchPath('/readyz')).status !== 200) await pause(20)
  await pause(1_100)
}

/** Whether tickets, rate limits, files and idempotency keys are shared by the instances. */
async function checkSharedState(
  [one, two, three]: PortalProcess[],
  { admin, customer, company, machine }: People,
) {
  const instances = { one, two, three } as Record<'one' | 'two' | 'three', PortalProcess>

  const body = { title: 'Canlı görüşme', machine, message: 'Kimse var mı?' }
  const { _id: ticket } = await instances.one.call(customer, routes.tickets.open, {
    params: { company },
    body,
  })
  const reading = instances.two.call(admin, routes.tickets.get, { params: { ticket } })
  const before = (await reading).conversation.length
  await instances.one.call(customer, routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Buradayım.' },
  })
  const after = (await instances.two.call(admin, routes.tickets.get, { params: { ticket } }))
    .conversation.length

  const forgot = { body: { email: 'kimse@musteri.test' } }
  const isLimited = async (n: number) =>
    (await (n % 2 ? instances.one : instances.two).send(null, routes.sessions.forgot, forgot))
      .status === 429
  let sent = 0
  while (sent < 5_000 && !(await isLimited(sent))) sent++
  const { status } = await instances.three.send(null, routes.sessions.forgot, forgot)

  const bytes = randomBytes(200_000)
  const upload = await instances.one.call(customer, routes.files.request, {
    body: { fileName: 'ölçüm.bin', fileSize: bytes.length, fileType: 'application/octet-stream' },
  })
  const path = (url: string | null) => {
    const { pathname, search } = new URL(url ?? '')
    return pathname + search
  }
  await instances.two.fetchPath(path(upload.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  const { signedURL } = await instances.three.call(customer, routes.files.confirm, {
    params: { file: upload.id },
  })
  const read = await instances.one.fetchPath(path(signedURL))

  const key = { 'idempotency-key': randomUUID() }
  const create = { body: { name: 'İki kez gönderilen' } }
  const responses = [
    await instances.one.send(admin, routes.companies.create, create, key),
    await instances.three.send(admin, routes.companies.create, create, key),
  ]
  return [
    atLeast(before + 1, 'messages visible at another instance', after),
    atLeast(429, 'status of the third instance after the other two used up a rate limit', status),
    atMost(
      0,
      'differing bytes in a file announced at one instance, uploaded to another and confirmed at the third',
      Buffer.compare(read.body, bytes),
    ),
    atMost(
      1,
      'companies created by a request sent to two instances with one idempotency key',
      new Set(responses.map(({ body: { _id } }) => _id)).size,
    ),
  ]
}

async function countConnections(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string; count: number }>(
    'select usename as name, count(*)::int from pg_stat_activity where datname = current_database() group by usename',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
