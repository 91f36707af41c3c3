import { argon2 } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { countStatuses, signInAttemptsIn, times } from '#testing/sign-in/sign-in-attempts.ts'
import { start } from '../../app/start.ts'

vi.mock('node:crypto', async load => {
  const crypto = await load<typeof import('node:crypto')>()
  return { ...crypto, argon2: vi.fn(crypto.argon2) }
})

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { owner } = portal
const { signIn, signInFrom } = signInAttemptsIn(portal)

// Security: 6.3.1
describe('a client that has guessed twenty passwords', async () => {
  const { visitor, member, admin } = await fixtures.company()
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
    await owner.query('update attempts set date_ends = date_ends - make_interval(secs => $1)', [
      Number(headers['retry-after']),
    ])
    expect((await signIn(visitor, member.email, password)).status).toBe(200)
  })
})

describe('the address of a client', async () => {
  const { domain, member } = await fixtures.company()
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

// Security: 6.3.1
test('an account that is guessed at a thousand times is open to its owner, and refused guesses are not hashed', async () => {
  const { member, admin } = await fixtures.company()
  const attacker = '198.51.100.66'
  vi.mocked(argon2).mockClear()
  const { 401: wrong = 0, 429: refused = 0 } = await countStatuses(1_000, i =>
    signInFrom(attacker, member, `Tahmin${i}`),
  )
  expect(wrong + refused).toBe(1_000)
  expect(wrong).toBeGreaterThanOrEqual(20)
  expect(wrong).toBeLessThan(30) // every 45 s one more is permitted
  expect(argon2).toHaveBeenCalledTimes(wrong)
  expect((await signInFrom('203.0.113.66', member)).statusCode).toBe(200)
  expect((await signInFrom(attacker, admin)).statusCode).toBe(200)
}, 180_000)

// Security: 6.3.1
test('two instances of the server count together', async () => {
  const { member } = await fixtures.company()
  const other = await start({ ...portal.platform.config, port: 0 }, portal.connection, {
    logLevel: 'silent',
  })
  try {
    const instances = [portal.http, other.http]
    const network = '198.51.100.69'
    expect(
      await countStatuses(20, i => signInFrom(network, member, 'Yanlis1453', instances[i % 2])),
    ).toEqual({ 401: 20 })
    const both = await Promise.all(
      instances.map(http => signInFrom(network, member, password, http)),
    )
    expect(both.map(({ statusCode }) => statusCode)).toEqual([429, 429])
  } finally {
    await other.stop()
  }
})

test('attempts that arrive at the same moment are counted one by one', async () => {
  const { member } = await fixtures.company()
  const all = await Promise.all(
    [...Array(40)].map(() => signInFrom('198.51.100.70', member, 'Yanlis1453')),
  )
  const count = (status: number) => all.filter(({ statusCode }) => statusCode === status).length
  expect([count(401), count(429)]).toEqual([20, 20])
})

test('the counters hold no e-mail and no address', async () => {
  const { member } = await fixtures.company()
  await signInFrom('198.51.100.71', member, 'Yanlis1453')
  const { rows } = await owner.query('select t::text as row from attempts t')
  expect(
    rows.filter(({ row }) => row.includes(member.email) || row.includes('198.51.100.71')),
  ).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
})

test('an e-mail without an account runs out the same, so that guessing does not tell which accounts exist', async () => {
  const { visitor } = await fixtures.vendor()
  const statuses = (await times(21, () => signIn(visitor, 'kimse@tezgah.test', password))).map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([...Array(20).fill(401), 429])
})

test('signing in and out all day is no guessing', async () => {
  const { visitor, member } = await fixtures.company()
  const statuses = (await times(25, () => signIn(visitor, member.email, password))).map(
    ({ status }) => status,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
})
