import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { start } from '../../app/start.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** Signs in with this User-Agent. */
async function signIn(domain: string, email: string, device: string): Promise<Person> {
  const visitor = { domain, token: null, userId: '', email }
  const { body } = await as(visitor).call(
    routes.sessions.login,
    { body: { email, password } },
    { headers: { 'user-agent': device } },
  )
  return { ...visitor, token: body.token }
}
const sessionsOf = async (person: Person) =>
  (await as(person).call(routes.sessions.list)).body.sessions
const isSignedIn = async (person: Person) =>
  (await as(person).call(routes.sessions.me)).status === 200

describe('a user’s own sessions', () => {
  test('are listed with browser, system and address, this one first', async () => {
    const { domain, ...vendor } = await fixtures.vendor()
    const { email } = await fixtures.person({ domain, ...vendor }, 'staff')
    const here = await signIn(domain, email, firefox)
    await signIn(domain, email, phone)
    const [first, second, third] = await sessionsOf(here)
    expect(first).toMatchObject({
      browser: 'Firefox',
      system: 'Windows',
      address: '127.0.0.1',
      current: true,
    })
    expect(second).toMatchObject({ browser: 'Safari', system: 'iOS', current: false })
    // begun without a User-Agent
    expect(third).toMatchObject({ browser: '', system: '', current: false })
  })

  test('include neither other users’ nor expired ones', async () => {
    const { admin, staff } = await fixtures.vendor()
    expect(await sessionsOf(admin)).toHaveLength(1)
    await owner.query(
      "insert into sessions select vendor_id, gen_random_uuid(), user_id, now(), now() - interval '1 s' from sessions where user_id = $1",
      [staff.userId],
    )
    expect(await sessionsOf(staff)).toHaveLength(1)
  })

  test('say when they were last used, a few minutes late', async () => {
    const { staff } = await fixtures.vendor()
    await owner.query(
      "update sessions set date_used = now() - interval '1 hour' where user_id = $1",
      [staff.userId],
    )
    const usedAgo = async () =>
      Date.now() - Date.parse((await sessionsOf(staff))[0]?.dateUsed ?? '')
    expect(await usedAgo()).toBeGreaterThan(3_500_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    await sessionsOf(staff)
    vi.useRealTimers()
    await expect.poll(usedAgo).toBeLessThan(60_000)
  })

  test('can be ended one by one, which signs out there at once and nowhere else', async () => {
    const { member, domain } = await fixtures.company()
    const elsewhere = await signIn(domain, member.email, phone)
    const [, other] = await sessionsOf(member)
    const ended = await as(member).call(routes.sessions.end, {
      params: { session: other?._id ?? '' },
    })
    expect([ended.status, ended.body.message]).toEqual([200, 'Oturum kapatıldı.'])
    expect([await isSignedIn(member), await isSignedIn(elsewhere)]).toEqual([true, false])
  })

  // Security: 7.5.2
  test('can be ended all at once but for this one', async () => {
    const { member, domain } = await fixtures.company()
    const others = [
      await signIn(domain, member.email, phone),
      await signIn(domain, member.email, firefox),
    ]
    await as(member).call(routes.sessions.endOthers)
    expect([await isSignedIn(member), ...(await Promise.all(others.map(isSignedIn)))]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('an account with a hundred sessions', async () => {
  const { admin, staff, operator, vendorId, domain } = await fixtures.vendor()
  /** Fills an account up to a hundred sessions; `person` has the oldest one. */
  async function fill({ userId }: Person) {
    await owner.query(
      "update sessions set date_created = now() - interval '2 hours' where user_id = $1",
      [userId],
    )
    await owner.query(
      `insert into sessions (vendor_id, id, user_id, date_created, date_expires)
       select $1, gen_random_uuid(), $2, now() - make_interval(mins => n), now() + interval '1 hour' from generate_series(1, 99) n`,
      [vendorId, userId],
    )
  }
  const countSessions = async ({ userId }: Person) =>
    (await owner.query('select count(*)::int as count from sessions where user_id = $1', [userId]))
      .rows[0].count

  // Security: 7.1.2
  test.each([
    ['a user', admin],
    ['an operator, at this vendor', operator],
  ])('loses the oldest one with the next sign-in: %s', async (_, person) => {
    await fill(person)
    expect(await isSignedIn(person)).toBe(true)
    const newest = await signIn(domain, person.email, firefox)
    expect([
      await isSignedIn(person),
      await isSignedIn(newest),
      await countSessions(person),
    ]).toEqual([false, true, 100])
    expect(await sessionsOf(newest)).toHaveLength(100)
  })

  // Security: 7.1.2
  test('has no more after many sign-ins at once, at two instances of the server', async () => {
    await fill(staff)
    const other = await start({ ...portal.platform.config, port: 0 }, portal.connection, {
      logLevel: 'silent',
    })
    try {
      const signIns = [...Array(10)].map((_, i) =>
        [portal.http, other.http][i % 2]?.inject({
          method: 'POST',
          url: `/api/v1/domain/${domain}/user/login`,
          payload: { email: staff.email, password },
          remoteAddress: `198.51.100.${i}`,
        }),
      )
      expect(new Set((await Promise.all(signIns)).map(reply => reply?.statusCode))).toEqual(
        new Set([200]),
      )
    } finally {
      await other.stop()
    }
    expect(await countSessions(staff)).toBe(100)
  })
})

test('a user cannot end another user’s session', async () => {
  const { admin, staff } = await fixtures.vendor()
  const [session] = await sessionsOf(staff)
  expect(
    (await as(admin).call(routes.sessions.end, { params: { session: session?._id ?? '' } })).status,
  ).toBe(404)
  await as(admin).call(routes.sessions.endOthers)
  expect(await isSignedIn(staff)).toBe(true)
})

test('an operator who signs out everywhere is signed out at the other vendors too', async () => {
  const email = await fixtures.operator()
  const vendors = [await fixtures.vendor(), await fixtures.vendor()] as const
  const [first, second] = [
    await signIn(vendors[0].domain, email, firefox),
    await signIn(vendors[1].domain, email, firefox),
  ]
  await as(first).call(routes.sessions.endOthers)
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
})

// Security: 7.4.1
test('a session that is ended at one instance of the server is ended at the others', async () => {
  const { member, domain } = await fixtures.company()
  const elsewhere = await signIn(domain, member.email, phone)
  expect(await isSignedIn(elsewhere)).toBe(true) // this instance has now cached the session
  await owner.query('delete from sessions where user_id = $1 and device = $2', [
    member.userId,
    phone,
  ])
  expect(await isSignedIn(elsewhere)).toBe(false)
})

test('the audit has which session was ended', async () => {
  const { admin, domain, staff } = await fixtures.vendor()
  await signIn(domain, staff.email, firefox)
  const [, other] = await sessionsOf(staff)
  await as(staff).call(routes.sessions.end, { params: { session: other?._id ?? '' } })
  const { body } = await as(admin).call(routes.audit.list, { query: { action: 'sessions.end' } })
  expect(body.entries).toMatchObject([{ user: staff.userId, subject: 'Firefox, Windows' }])
})
