import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { atLeast, atMost } from '../../scripts/figures.ts'
import { requestsOf } from './calls.ts'
import { type Amount, type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { startProcess } from './processes.ts'
import { openProduct } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

/** Attacks without an account: nested JSON, a flood of sign-ins,
 * and account enumeration by the response time of reset links. */
export async function measureAttacks(isSmoke: boolean) {
  await using toStop = new AsyncDisposableStack()
  const { threads } = readThreads(5)
  const product = await openProduct(isSmoke ? 500 : 1_000, threads, toStop)
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  const { port } = product
  const owner = new pg.Client(product.connection)
  await owner.connect()
  toStop.defer(() => owner.end())

  const nested = await measureNestedJson(
    port,
    generator,
    requestsOf('user/me', product.people, threads),
    isSmoke ? smokeAmount : { seconds: 8 },
  )
  const known = await knownAddresses(owner, isSmoke ? 5 : 300)
  const quiet = await resetAuc(port, known)
  const loaded = await sendNestedJsonDuring(port, () => resetAuc(port, known))
  const flood = await measureFlood(port, owner, isSmoke ? 1 : 9)
  return {
    thresholds: [
      atMost(
        2,
        '`/user/me`: p50 while four senders post a megabyte of nested JSON five times a second each, over that without them',
        nested,
      ),
      atMost(0.6, 'account enumeration by response time: AUC of `/user/forgot`', quiet.auc),
      atMost(
        0.6,
        'account enumeration by response time while four senders post nested JSON: AUC of `/user/forgot`',
        loaded.auc,
      ),
      atLeast(
        1,
        'share of sign-ins from a known address that succeed during 168 made-up sign-ins a second from 200 networks',
        flood.share,
      ),
      atMost(2, 'slowest of these sign-ins, s', flood.slowest),
    ],
    figures: { nested, reset: { quiet, loaded }, flood },
  }
}

const senders = 4
const megabyte = Buffer.alloc(1_000_000, '[')

async function sendNestedJsonDuring<T>(port: number, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const head = `POST ${path('/user/login')} HTTP/1.1\r\nHost: ${domain}\r\nContent-Type: application/json\r\nContent-Length: ${megabyte.length}\r\nConnection: close\r\n\r\n`
  const send = () =>
    new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume().write(head)
      socket.write(megabyte)
    })
  const sending = Array.from({ length: senders }, async () => {
    while (!isOver) await Promise.all([send(), pause(200)])
  })
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(sending)
  }
}

/** The p50 of `/user/me` meanwhile, over p50 without them. */
async function measureNestedJson(
  port: number,
  generator: LoadGenerator,
  requests: LoadRequest[],
  amount: Amount,
): Promise<number> {
  const measure = async () =>
    quantile(
      (await generator.request({ port, connections: 4, ...amount, requests })).times.toSorted(),
      0.5,
    )
  await measure()
  const baseline = await measure()
  return (await sendNestedJsonDuring(port, measure)) / baseline
}

async function knownAddresses(owner: pg.Client, count: number): Promise<string[]> {
  const { rows } = await owner.query(
    "select email from users where role = 'customer' order by id limit $1",
    [count],
  )
  return rows.map(({ email }) => email)
}

/** Requests reset links of known and made-up e-mails alternately, from
 * an IP address each. Medians in ms, and the area under the ROC. */
async function resetAuc(port: number, known: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [i, email] of known.entries()) {
    const kinds = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const response = await post(
        port,
        '/user/forgot',
        { email: kind === 'known' ? email : `made-up-${i}@bench.test` },
        addressOf(i),
        agent,
      )
      if (response.status !== 200) throw new Error(`/user/forgot answers ${response.status}`)
      times[kind].push(response.ms)
    }
  }
  agent.destroy()
  const wins = times.known.reduce(
    (sum, k) => sum + times.unknown.reduce((won, u) => won + (k > u ? 1 : k === u ? 0.5 : 0), 0),
    0,
  )
  const auc = wins / (times.known.length * times.unknown.length)
  const median = (of: number[]) => quantile(Float64Array.from(of).toSorted(), 0.5)
  return { auc: Math.max(auc, 1 - auc), known: median(times.known), unknown: median(times.unknown) }
}

/** Signs in from a known address, again and again, while 200 networks try made-up accounts. */
async function measureFlood(port: number, owner: pg.Client, seconds: number) {
  const password = 'Torna1453'
  const [email = ''] = await knownAddresses(owner, 1)
  await owner.query('update users set password_hash = $1 where email = $2', [
    await hashPassword(password),
    email,
  ])
  const signIn = () => post(port, '/user/login', { email, password }, '203.0.113.7')
  if ((await signIn()).status !== 200) throw new Error('The first sign-in fails')

  const flood = signInAsStrangers(port, seconds)
  await pause(1_000)
  const end = performance.now() + (seconds - 1) * 1_000
  const signIns = [await signIn()]
  for (; performance.now() < end; await pause(300)) signIns.push(await signIn())
  const statuses = await flood
  return {
    share: signIns.filter(({ status }) => status === 200).length / signIns.length,
    slowest: Math.max(...signIns.map(({ ms }) => ms)) / 1_000,
    tries: signIns.length,
    strangers: {
      hashed: statuses.filter(status => status === 401).length,
      turnedAway: statuses.filter(status => status === 503).length,
    },
  }
}

/** Tries made-up accounts from 200 networks, 168 times a second. Returns the statuses. */
async function signInAsStrangers(port: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const attempts: Promise<{ status: number }>[] = []
  for (const start = performance.now(); performance.now() - start < seconds * 1_000; await pause(1))
    while (attempts.length < ((performance.now() - start) * 168) / 1_000) {
      const i = attempts.length
      const body = { email: `made-up-${i}@bench.test`, password: 'Torna1453' }
      attempts.push(post(port, '/user/login', body, `2001:db8:${(i % 200) + 1}:1::1`, agent))
    }
  const responses = await Promise.all(attempts)
  agent.destroy()
  return responses.map(({ status }) => status)
}

const path = (call: string) => `/api/v1/domain/${domain}${call}`
const addressOf = (i: number) => `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}`

/** Posts JSON as a local proxy would, for a client with the IP address `from`. */
const post = (port: number, call: string, body: object, from: string, agent?: Agent) =>
  new Promise<{ status: number; ms: number }>((resolve, reject) => {
    const start = performance.now()
    const headers = { host: domain, 'content-type': 'application/json', 'x-forwarded-for': from }
    request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: path(call),
        headers,
        ...(agent && { agent }),
      },
      response => {
        response
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }),
          )
          .resume()
      },
    )
      .on('error', reject)
      .end(JSON.stringify(body))
  })
