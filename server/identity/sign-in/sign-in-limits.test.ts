import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { Refusal } from '#platform/errors.ts'
import { forNetworks } from '#platform/limits/rate-limit.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { start } from '../../app/start.ts'
import { countSignIn } from './sign-in-limits.ts'

const portal = await openPortal()
const given = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

/** Signs in from an address. */
const signInFrom = (remoteAddress: string, { domain, email }: { domain: string; email: string }, secret = password, http = portal.http) =>
  http.inject({ method: 'POST', url: `/api/v1/domain/${domain}/user/login`, payload: { email, password: secret }, remoteAddress })
/** Makes `count` requests, eight at a time; returns how many got each status. */
async function countStatuses(count: number, make: (i: number) => Promise<{ statusCode: number }>) {
  const counts: Record<number, number> = {}
  let next = 0
  const worker = async () => {
    while (next < count) {
      const { statusCode } = await make(next++)
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
  }
  await Promise.all([...Array(8)].map(worker))
  return counts
}

const signIn = (at: Person, email: string, secret: string) => as(at).call(routes.sessions.login, { body: { email, password: secret } })
const forgot = (at: Person, email: string) => as(at).call(routes.sessions.forgot, { body: { email } })
let count = 0
/** Invites a new user to a company; returns the token of their link. */
async function invite(admin: Person, company: string) {
  const email = `davetli-${++count}@tezgah.test`
  const { body } = await as(admin).call(routes.users.invite, { params: { company }, body: { email, name: 'Deniz', surname: 'Su' } })
  return { email, token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '' }
}
async function times<T>(count: number, make: () => Promise<T>) {
  const results = []
  for (let i = 0; i < count; i++) results.push(await make())
  return results
}

describe('a client that has guessed twenty passwords', async () => {
  const { visitor, member, admin } = await given.company()
  let guesses: Awaited<ReturnType<typeof signIn>>[]
  beforeAll(async () => {
    guesses = await times(20, () => signIn(visitor, member.email, 'Yanlis1453'))
  })

  test('was told each time that it is the wrong one', () => {
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
  })

  test('must wait, with the right one too, and is told how long', async () => {
    const { status, body, headers } = await signIn(visitor, member.email, password)
    expect([status, body.name, body.message]).toEqual([
      429,
      'TooManyRequestsError',
      `Çok fazla deneme yapıldı. ${headers['retry-after']} saniye sonra yeniden deneyin.`,
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(45)
  })

  test('has not locked out users on other networks, nor a colleague', async () => {
    const elsewhere = await portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${visitor.domain}/user/login`,
      payload: { email: member.email, password },
      remoteAddress: '203.0.113.7',
    })
    expect(elsewhere.statusCode).toBe(200)
    expect((await signIn(visitor, admin.email, password)).status).toBe(200)
  })

  test('may try again when the time that was named has passed', async () => {
    const { headers } = await signIn(visitor, member.email, password)
    await owner.query('update attempts set date_ends = date_ends - make_interval(secs => $1)', [Number(headers['retry-after'])])
    expect((await signIn(visitor, member.email, password)).status).toBe(200)
  })
})

describe('the address of a client', async () => {
  const { domain, member } = await given.company()
  const login = async (secret: string, remoteAddress: string, forwarded: string) => {
    const url = `/api/v1/domain/${domain}/user/login`
    const headers = { 'x-forwarded-for': forwarded }
    const reply = await portal.http.inject({
      method: 'POST',
      url,
      headers,
      payload: { email: member.email, password: secret },
      remoteAddress,
    })
    return reply.statusCode
  }
  const proxy = '127.0.0.1'

  test('is what a proxy on the same machine says, and never what the visitor wrote there before it', async () => {
    let guess = 0
    await times(20, () => login('Yanlis1453', proxy, `198.51.100.${guess++}, 203.0.113.1`))
    expect(await login(password, proxy, '203.0.113.1')).toBe(429)
    expect(await login(password, proxy, '203.0.113.2')).toBe(200)
  })

  test('is not what a visitor without a proxy says', async () => {
    let guess = 0
    await times(20, () => login('Yanlis1453', '203.0.113.3', `198.51.100.${guess++}`))
    expect(await login(password, '203.0.113.3', '203.0.113.4')).toBe(429)
  })
})

test('an account that is guessed at a thousand times in a minute is open to its owner, and the guesses cost under a fifth of a core', async () => {
  const { member, admin } = await given.company()
  const attacker = '198.51.100.66'
  const before = process.cpuUsage()
  const counts = await countStatuses(1_000, i => signInFrom(attacker, member, `Tahmin${i}`))
  const { user, system } = process.cpuUsage(before)
  expect(counts).toEqual({ 401: 20, 429: 980 })
  expect((user + system) / 1e6).toBeLessThan(0.2 * 60) // includes the client's own processor time
  expect((await signInFrom('203.0.113.66', member)).statusCode).toBe(200)
  expect((await signInFrom(attacker, admin)).statusCode).toBe(200)
})

/** Counts guesses without hashing until the limit is full; on a slow machine some expire meanwhile. */
async function exhaustLimit(max: number, guess: (i: number) => [email: string, network: string]) {
  for (let i = 1; i < 2 * max; i++) {
    const refused = await countSignIn(portal.platform.rateLimiter, ...guess(i)).catch(error => error)
    if (refused instanceof Refusal) return
  }
}

test('a client that tries one password on all accounts runs out too, and no account that has signed in from its network', async () => {
  const { member, admin, domain } = await given.company()
  const network = '198.51.100.67'
  expect((await signInFrom(network, member)).statusCode).toBe(200)
  expect((await signInFrom(network, { domain, email: 'herkes@tezgah.test' }, 'Bahar2026')).statusCode).toBe(401)
  await exhaustLimit(200, i => [`herkes-${i}@tezgah.test`, network])
  expect((await signInFrom(network, admin)).statusCode).toBe(429)
  expect((await signInFrom(network, member)).statusCode).toBe(200)
})

test('an account that is guessed at from many addresses is open to its owner at an address of an earlier sign-in', async () => {
  const { member } = await given.company()
  const home = '203.0.113.68'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  expect((await signInFrom('198.51.100.200', member, 'Yanlis1453')).statusCode).toBe(401)
  await exhaustLimit(200, i => [member.email, `198.51.100.${100 + (i % 10)}`])
  expect((await signInFrom('198.51.100.201', member)).statusCode).toBe(429)
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})

test('all addresses of one IPv6 network run out together, and no other network with them', async () => {
  const { member } = await given.company()
  expect(await countStatuses(20, i => signInFrom(`2001:db8:0:1::${i + 1}`, member, 'Yanlis1453'))).toEqual({ 401: 20 })
  expect((await signInFrom('2001:db8:0:1:ffff::1', member)).statusCode).toBe(429)
  expect((await signInFrom('2001:db8:0:2::1', member)).statusCode).toBe(200)
})

test('an IPv6 customer with many networks runs out with all of them together, but for accounts that have signed in from there', async () => {
  const { member } = await given.company()
  const home = '2001:db8:1:1::1'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  await exhaustLimit(800, i => [`herkes-${i}@tezgah.test`, `2001:db8:1:${(i % 200) + 2}::1`])
  const stranger = { domain: member.domain, email: 'kimse@tezgah.test' }
  expect((await signInFrom('2001:db8:1:fffe::1', stranger)).statusCode).toBe(429)
  expect((await signInFrom('2001:db8:2:1::1', stranger)).statusCode).toBe(401)
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})

test('sign-ins of many networks of one IPv6 customer do not refuse an account that has signed in from one of them', async () => {
  const { member } = await given.company()
  const home = '2001:db8:3:1::1'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  const limit = { name: 'signInsOfPlace', max: 300, seconds: 60 }
  const { rateLimiter } = portal.platform
  /** Counts sign-ins at other networks of the customer until they are refused. */
  const fill = async () => {
    const counts = [...Array(8)].map(async (_, worker) => {
      for (let i = 0; i < 200; i++)
        await rateLimiter.count(platformVendor, ...forNetworks(limit, `2001:db8:3:${worker + 2}::1`, { notRefunded: true }))
    })
    expect((await Promise.allSettled(counts)).map(({ status }) => status)).toContain('rejected')
  }
  // Every 0.2 s one more is permitted: a sign-in may come that late after the last refusal.
  const fillAndSignIn = async () => {
    await fill()
    return (await signInFrom('2001:db8:3:fe::1', { domain: member.domain, email: 'kimse@tezgah.test' })).statusCode
  }
  await expect.poll(fillAndSignIn, { timeout: 30_000 }).toBe(429)
  await fill()
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})

describe('while strangers of two hundred networks try made-up accounts at once', async () => {
  const { member, domain } = await given.company()
  const home = '203.0.113.91'
  /** Keeps the queue of unknown networks full while `work` runs, with about 60 refused sign-ins a second. */
  async function whileFlooded<T>(work: () => Promise<T>) {
    let over = false
    let refused = 0
    let next = 0
    const stranger = async () => {
      while (!over) {
        const i = next++
        const { statusCode } = await signInFrom(`2001:db8:${(i % 200) + 16}:1::1`, { domain, email: `uydurma-${i}@tezgah.test` })
        if (statusCode !== 503) continue
        refused++
        await pause(500)
      }
    }
    const strangers = [...Array(80)].map(stranger)
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0)
    const outcome = await work().finally(() => {
      over = true
    })
    await Promise.all(strangers)
    return outcome
  }
  let device = ''
  beforeAll(async () => {
    device = (await signInFrom(home, member)).json().device
  })

  test('users sign in where they have signed in before', async () => {
    const statuses = await whileFlooded(() => times(6, async () => (await signInFrom(home, member)).statusCode))
    expect(statuses).toEqual(Array(6).fill(200))
  }, 120_000)

  test('users sign in elsewhere with a browser that they have signed in with before', async () => {
    const signIn = async () =>
      portal.http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}/user/login`,
        payload: { email: member.email, password, devices: [device] },
        remoteAddress: '192.0.2.91',
      })
    const statuses = await whileFlooded(() => times(6, async () => (await signIn()).statusCode))
    expect(statuses).toEqual(Array(6).fill(200))
  }, 120_000)
})

test('two instances of the server count together', async () => {
  const { member } = await given.company()
  const other = await start({ ...portal.platform.config, port: 0 }, portal.connection, { logLevel: 'silent' })
  try {
    const instances = [portal.http, other.http]
    const network = '198.51.100.69'
    expect(await countStatuses(20, i => signInFrom(network, member, 'Yanlis1453', instances[i % 2]))).toEqual({ 401: 20 })
    const both = await Promise.all(instances.map(http => signInFrom(network, member, password, http)))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([429, 429])
  } finally {
    await other.stop()
  }
})

test('attempts that arrive at the same moment are counted one by one', async () => {
  const { member } = await given.company()
  const all = await Promise.all([...Array(40)].map(() => signInFrom('198.51.100.70', member, 'Yanlis1453')))
  const count = (status: number) => all.filter(({ statusCode }) => statusCode === status).length
  expect([count(401), count(429)]).toEqual([20, 20])
})

test('the counters hold no e-mail and no address', async () => {
  const { member } = await given.company()
  await signInFrom('198.51.100.71', member, 'Yanlis1453')
  const { rows } = await owner.query('select t::text as row from attempts t')
  expect(rows.filter(({ row }) => row.includes(member.email) || row.includes('198.51.100.71'))).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
})

test('an e-mail without an account runs out the same, so that guessing does not tell which accounts exist', async () => {
  const { visitor } = await given.vendor()
  const statuses = (await times(21, () => signIn(visitor, 'kimse@tezgah.test', password))).map(({ status }) => status)
  expect(statuses).toEqual([...Array(20).fill(401), 429])
})

test('signing in and out all day is no guessing', async () => {
  const { visitor, member } = await given.company()
  const statuses = (await times(25, () => signIn(visitor, member.email, password))).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('requests for reset links from one network are limited, for all accounts together', async () => {
  const { domain } = await given.vendor()
  const requestReset = (remoteAddress: string, i: number) =>
    portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${domain}/user/forgot`,
      payload: { email: `${i}@tezgah.test` },
      remoteAddress,
    })
  const counts = await countStatuses(105, i => requestReset('198.51.100.72', i))
  expect(Object.keys(counts)).toEqual(['200', '429'])
  expect((await requestReset('198.51.100.73', 106)).statusCode).toBe(200)
})

test('requests for reset links for one e-mail from one network are limited, known or not', async () => {
  const { visitor, member } = await given.company()
  for (const email of [member.email, 'kimse@tezgah.test']) {
    const statuses = (await times(21, () => forgot(visitor, email))).map(({ status }) => status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  }
})

describe('an account that strangers on many networks have requested reset links for', async () => {
  const { member, domain } = await given.company()
  const requestReset = (remoteAddress: string) =>
    portal.http.inject({ method: 'POST', url: `/api/v1/domain/${domain}/user/forgot`, payload: { email: member.email }, remoteAddress })
  const jobsWaiting = async () =>
    (await owner.query("select count(*)::int as count from pgboss.job where name like 'password.%' and state < 'completed'")).rows[0].count
  const home = '203.0.113.90'
  beforeAll(async () => {
    expect((await signInFrom(home, member)).statusCode).toBe(200)
    for (let i = 0; i < 25; i++) expect((await requestReset(`198.51.100.${100 + i}`)).statusCode).toBe(200)
    await vi.waitFor(async () => expect(await jobsWaiting()).toBe(0), 50_000)
  })

  test('has six mails, and each of their links works', async () => {
    const links = (await mails.to(member.email)).map(({ text }) => new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''))
    const tokens = links.map(link => link.searchParams.get('token') ?? '')
    expect(new Set(tokens).size).toBe(6)
    for (const token of tokens)
      expect((await as({ ...member, token: null }).call(routes.sessions.checkLink, { body: { token, email: member.email } })).body).toEqual(
        {
          works: true,
        },
      )
  })

  test('gets another mail when its owner requests one where they have signed in before', async () => {
    expect((await requestReset('192.0.2.4')).statusCode).toBe(200)
    expect((await requestReset(home)).statusCode).toBe(200)
    await expect.poll(async () => (await mails.to(member.email)).length, { timeout: 20_000 }).toBe(7)
  })
})

describe('a client that has made up a hundred links', async () => {
  const { visitor, member, admin, companyId } = await given.company()
  const check = (at: Person, token: string, email: string) => as(at).call(routes.sessions.checkLink, { body: { token, email } })
  let checks: Awaited<ReturnType<typeof check>>[]
  beforeAll(async () => {
    checks = await times(100, () => check(visitor, 'uydurma', member.email))
  })

  test('was told each time that it does not work', () => {
    expect(new Set(checks.map(({ body }) => body.works))).toEqual(new Set([false]))
  })

  test('must wait to check another, and to use one', async () => {
    const body = { token: 'uydurma', email: member.email, password }
    expect((await check(visitor, 'uydurma', member.email)).status).toBe(429)
    expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(429)
  })

  test('has not locked out users on other networks with a valid one', async () => {
    const payload = await invite(admin, companyId)
    const elsewhere = await portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${visitor.domain}/user/link`,
      payload,
      remoteAddress: '203.0.113.8',
    })
    expect(elsewhere.json()).toEqual({ works: true })
  })

  test('has not locked out users on the same network with a valid one, as all are behind one proxy', async () => {
    const { token, email } = await invite(admin, companyId)
    expect((await check(visitor, token, email)).body).toEqual({ works: true })
    expect((await as(visitor).call(routes.sessions.activate, { body: { token, email, password } })).status).toBe(200)
    expect((await signIn(visitor, email, password)).status).toBe(200)
  })
})

test('one valid link causes no more than ten hashes at once, however often it is sent', async () => {
  const { visitor, admin, companyId } = await given.company()
  const { token, email } = await invite(admin, companyId)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from users where email = $1 for update', [email]) // blocks the first use of the link
  const statuses: number[] = []
  const sent = [...Array(15)].map(async () => {
    const { status } = await as(visitor).call(routes.sessions.activate, { body: { token, email, password } })
    statuses.push(status)
  })
  try {
    await expect.poll(() => statuses).toEqual(Array(5).fill(429))
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await Promise.all(sent)
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(400), ...Array(5).fill(429)])
})

test('a link that works can be checked any number of times', async () => {
  const { visitor, admin, companyId } = await given.company()
  const { token, email } = await invite(admin, companyId)
  const checks = await times(110, () => as(visitor).call(routes.sessions.checkLink, { body: { token, email } }))
  expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]))
})
