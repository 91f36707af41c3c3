import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { tooManyRequests } from '#platform/errors.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { rememberNetwork } from './sign-in-limits.ts'

// Which queue a sign-in waits in: each processes one sign-in and lets fifty wait.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { rateLimiter } = portal.platform
afterEach(() => void vi.restoreAllMocks())

type Attempt = { from: string; devices?: string[] }
const signIn = (
  { domain, email }: Pick<Person, 'domain' | 'email'>,
  { from, devices = [] }: Attempt,
) =>
  portal.http.inject({
    method: 'POST',
    url: `/api/v1/domain/${domain}/user/login`,
    payload: { email, password, devices },
    remoteAddress: from,
  })
const deviceOf = async (person: Person) =>
  (await signIn(person, { from: '203.0.113.1' })).json().device as string

/** Holds each sign-in that is processed until `release`, then refuses
 * it unless it is from `networks`; `held` is their number. */
function holdSignIns(networks: string[]) {
  const { count } = rateLimiter
  const held = Promise.withResolvers<void>()
  const hold = { held: 0, release: held.resolve }
  onTestFinished(() => hold.release())
  vi.spyOn(rateLimiter, 'count').mockImplementation(async (vendorId, ...counters) => {
    if (counters[0]?.limit.name === 'signInsOfPlace') {
      hold.held++
      await held.promise
      // spares its hash
      if (!networks.includes(counters[0].subject[0] ?? '')) throw tooManyRequests(1)
    }
    return count(vendorId, ...counters)
  })
  return hold
}

/** Starts so many sign-ins; `refused` counts those that are answered 503 while the others wait. */
function startMany(number: number, start: (i: number) => ReturnType<typeof signIn>) {
  const counter = { refused: 0, all: Promise.resolve<number[]>([]) }
  const one = async (i: number) => {
    const { statusCode } = await start(i)
    if (statusCode === 503) counter.refused++
    return statusCode
  }
  counter.all = Promise.all([...Array(number)].map((_, i) => one(i)))
  return counter
}

// Security: P2
test('strangers with device tokens that are made up or of other accounts wait with all strangers, apart from a user of a known browser', async () => {
  const { member, staff } = await fixtures.company()
  const { admin: namesake } = await fixtures.vendor()
  const [device, ofColleague] = [await deviceOf(member), await deviceOf(staff)]
  await portal.owner.query('update users set email = $1 where id = $2', [
    member.email,
    namesake.userId,
  ])
  const ofNamesake = await deviceOf({ ...namesake, email: member.email })
  const forged = `${device.split('.')[0]}x.${ofColleague.split('.')[1]}`
  const tokens = [
    ['A'.repeat(43)],
    [`${'A'.repeat(43)}.${'A'.repeat(43)}`],
    [ofColleague, ofNamesake],
    [forged],
    ['.'],
    [],
  ]

  const sent = holdSignIns(['192.0.2.1'])
  const strangers = startMany(60, i =>
    signIn(member, { from: `198.51.100.${i}`, devices: tokens[i % tokens.length] ?? [] }),
  )
  await expect.poll(() => strangers.refused).toBe(9)
  const owner = signIn(member, { from: '192.0.2.1', devices: [ofColleague, device] })
  await expect.poll(() => sent.held).toBe(2)
  sent.release()
  expect((await owner).statusCode).toBe(200)
  expect(new Set(await strangers.all)).toEqual(new Set([429, 503]))
})

// Security: P2
test('two sign-ins of one account are processed at a time, whatever networks they come from, and no other account waits', async () => {
  const { member, admin } = await fixtures.company()
  const device = await deviceOf(member)
  await deviceOf(admin)
  const homes = [...Array(24)].map((_, i) => `192.0.2.${i + 1}`)
  const shared = '192.0.2.100'
  for (const home of [...homes, shared]) await rememberNetwork(rateLimiter, member.email, home)

  const sent = holdSignIns([shared, '203.0.113.1'])
  const strangers = startMany(60, i => signIn(member, { from: `198.51.100.${i + 100}` }))
  const known = startMany(60, i => signIn(member, { from: homes[i % homes.length] ?? '' }))
  await expect.poll(() => [strangers.refused, known.refused]).toEqual([9, 9])
  expect(sent.held).toBe(2)
  const colleague = signIn(admin, { from: '203.0.113.1' })
  await expect.poll(() => sent.held).toBe(3)
  const owner = signIn(member, { from: shared, devices: [device] })
  sent.release()
  expect([(await owner).statusCode, (await colleague).statusCode]).toEqual([200, 200])
  expect(new Set(await known.all)).toEqual(new Set([429, 503]))
  await strangers.all
})
