import { expect, test } from 'vitest'
import { platformVendor } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { forNetworks } from '#platform/limits/rate-limit.ts'
import { together } from '#testing/database/together.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { countStatuses, signInAttemptsIn } from '#testing/sign-in/sign-in-attempts.ts'
import { countSignIn } from './sign-in-limits.ts'

// Guesses of one client at many accounts, and of many networks.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { signInFrom } = signInAttemptsIn(portal)

/** Counts guesses without hashing until the limit is full;
 * on a slow machine some expire meanwhile. */
async function exhaustLimit(
  max: number,
  guess: (i: number) => [email: string, network: string, isKnownBrowser?: boolean],
) {
  for (let i = 1; i < 2 * max; i++) {
    const [email, network, isKnownBrowser = false] = guess(i)
    const refused = await countSignIn(
      portal.platform.rateLimiter,
      email,
      network,
      isKnownBrowser,
    ).catch(error => error)
    if (refused instanceof HttpError) return
  }
}

test('a client that tries one password on all accounts runs out too, and no account that has signed in from its network', async () => {
  const { member, admin, domain } = await fixtures.company()
  const network = '198.51.100.67'
  expect((await signInFrom(network, member)).statusCode).toBe(200)
  expect(
    (await signInFrom(network, { domain, email: 'herkes@tezgah.test' }, 'Bahar2026')).statusCode,
  ).toBe(401)
  await exhaustLimit(200, i => [`herkes-${i}@tezgah.test`, network])
  expect((await signInFrom(network, admin)).statusCode).toBe(429)
  expect((await signInFrom(network, member)).statusCode).toBe(200)
})

test('an account that is guessed at from many addresses is open to its owner at an address of an earlier sign-in', async () => {
  const { member } = await fixtures.company()
  const home = '203.0.113.68'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  expect((await signInFrom('198.51.100.200', member, 'Yanlis1453')).statusCode).toBe(401)
  await exhaustLimit(200, i => [member.email, `198.51.100.${100 + (i % 10)}`])
  expect((await signInFrom('198.51.100.201', member)).statusCode).toBe(429)
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})

// Security: P19
test('an account that is guessed at from many addresses is open to a browser with its device token at a new address, where guesses are counted, too', async () => {
  const { member } = await fixtures.company()
  const { domain, email } = member
  const { device } = (await signInFrom('203.0.113.90', member)).json()
  const signInWithDevice = async (remoteAddress: string) => {
    const { statusCode } = await portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${domain}/user/login`,
      payload: { email, password, devices: [device] },
      remoteAddress,
    })
    return statusCode
  }
  await exhaustLimit(200, i => [email, `198.51.100.${100 + (i % 10)}`])
  expect((await signInFrom('198.51.100.202', member)).statusCode).toBe(429)
  expect(await signInWithDevice('198.51.100.203')).toBe(200)
  await exhaustLimit(50, i => [email, `198.51.100.${110 + (i % 10)}`, true])
  expect(await signInWithDevice('198.51.100.204')).toBe(429)
  expect(await signInWithDevice('203.0.113.90')).toBe(200)
})

test('all addresses of one IPv6 network run out together, and no other network with them', async () => {
  const { member } = await fixtures.company()
  expect(
    await countStatuses(20, i => signInFrom(`2001:db8:0:1::${i + 1}`, member, 'Yanlis1453')),
  ).toEqual({ 401: 20 })
  expect((await signInFrom('2001:db8:0:1:ffff::1', member)).statusCode).toBe(429)
  expect((await signInFrom('2001:db8:0:2::1', member)).statusCode).toBe(200)
})

// Security: P2
test('an IPv6 customer with many networks runs out with all of them together, but for accounts that have signed in from there', async () => {
  const { member } = await fixtures.company()
  const home = '2001:db8:1:1::1'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  const stranger = { domain: member.domain, email: 'kimse@tezgah.test' }
  const exhaustAndSignIn = async () => {
    await exhaustLimit(800, i => [`herkes-${i}@tezgah.test`, `2001:db8:1:${(i % 200) + 2}::1`])
    return (await signInFrom('2001:db8:1:fffe::1', stranger)).statusCode
  }
  // a slow sign-in may come when one more is permitted
  await expect.poll(exhaustAndSignIn).toBe(429)
  expect((await signInFrom('2001:db8:2:1::1', stranger)).statusCode).toBe(401)
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})

test('sign-ins of many networks of one IPv6 customer do not refuse an account that has signed in from one of them', async () => {
  const { member } = await fixtures.company()
  const home = '2001:db8:3:1::1'
  expect((await signInFrom(home, member)).statusCode).toBe(200)
  const limit = { name: 'signInsOfPlace', max: 300, seconds: 60 }
  const { rateLimiter } = portal.platform
  /** Counts sign-ins at other networks of the customer until they are refused. */
  const fill = async () => {
    const counts = together(8, async worker => {
      for (let i = 0; i < 200; i++)
        await rateLimiter.count(
          platformVendor,
          ...forNetworks(limit, `2001:db8:3:${worker + 2}::1`, { notRefunded: true }),
        )
    })
    expect((await Promise.allSettled(counts)).map(({ status }) => status)).toContain('rejected')
  }
  // Every 0.2 s one more is permitted: a sign-in may come that late after the last refusal.
  const fillAndSignIn = async () => {
    await fill()
    return (
      await signInFrom('2001:db8:3:fe::1', { domain: member.domain, email: 'kimse@tezgah.test' })
    ).statusCode
  }
  await expect.poll(fillAndSignIn).toBe(429)
  await fill()
  expect((await signInFrom(home, member)).statusCode).toBe(200)
})
