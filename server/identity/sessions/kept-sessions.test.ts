import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KeptSessions } from '#contract/fields.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { createPushSubscription } from '#testing/servers/push-service.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'
import { sweep } from '../../app/sweep.ts'

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal
const { isSignedIn } = factors
const hours = 1 / 24

type Kept = Person & { token: string }
const login = (who: Person, keep?: boolean) =>
  as(visitor(who)).call(routes.sessions.login, {
    body: { email: who.email, password, ...(keep !== undefined && { keep }) },
  })
const signIn = async (who: Person, keep?: boolean): Promise<Kept> => ({
  ...who,
  token: (await login(who, keep)).body.token,
})
const signInByCode = async (who: Person, keep: boolean, secret: Buffer): Promise<Kept> => {
  const { token: challenge } = (await login(who, keep)).body
  const { body } = await factors.enterCode(who, challenge, codeNow(secret, 1))
  return { ...who, token: body.token }
}
const choosePolicy = (admin: Person, keptSessions: KeptSessions) =>
  as(admin).call(routes.vendors.changeSettings, { body: { keptSessions } })

/** Lets days go by: for tokens by the clock, for rows by their dates. */
async function pass(days: number) {
  await owner.query(
    `update sessions set date_created = date_created - d, date_used = date_used - d,
       date_expires = date_expires - d, date_authenticated = date_authenticated - d
       from (select make_interval(secs => $1) as d) as passed`,
    [days * 86_400],
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
}
afterEach(() => {
  vi.useRealTimers()
})

const sessionsOf = async (person: Person) =>
  (await as(person).call(routes.sessions.list)).body.sessions
/** In how many days the own session ends without further use; null: it is not kept. */
async function daysLeft(person: Person) {
  const { dateKeptUntil } = (await sessionsOf(person)).find(({ current }) => current) ?? {}
  const { rows } = await owner.query(
    'select extract(epoch from $1::timestamptz - now()) / 86400 as days',
    [dateKeptUntil],
  )
  return rows[0].days === null ? null : Math.round(rows[0].days)
}

describe('a session that is kept on a device', () => {
  // Security: 7.3.2
  test('lasts longer than the others, which end as before', async () => {
    const { member } = await fixtures.company()
    const kept = await signIn(member, true)
    const others = [await signIn(member), await signIn(member, false)]
    await pass(11.9 * hours)
    for (const each of [kept, ...others]) expect(await isSignedIn(each)).toBe(true)
    await pass(0.2 * hours)
    for (const each of others)
      expect((await as(each).call(routes.sessions.me)).body.name).toBe('TokenExpiredError')
    expect(await isSignedIn(kept)).toBe(true)
  })

  // Security: 7.3.1
  test('ends after 30 days without use, and no call brings it back', async () => {
    const { member } = await fixtures.company()
    const kept = await signIn(member, true)
    await pass(30.1)
    for (let i = 0; i < 2; i++) {
      expect(await as(kept).call(routes.sessions.me)).toMatchObject({
        status: 401,
        body: { name: 'UnauthorizedError' },
      })
      await as(kept).call(routes.sessions.portal)
    }
  })

  // Security: 7.3.2
  test('is prolonged by its use, up to 180 days after the sign-in', async () => {
    const { member } = await fixtures.company()
    const kept = await signIn(member, true)
    for (let i = 0; i < 5; i++) {
      await pass(29)
      expect(await isSignedIn(kept)).toBe(true)
      await expect.poll(() => daysLeft(kept)).toBe(30)
    }
    await pass(29)
    expect(await isSignedIn(kept)).toBe(true)
    await expect.poll(() => daysLeft(kept)).toBe(6)
    await pass(6.1)
    expect(await isSignedIn(kept)).toBe(false)
  })

  test('is listed with its end, and ended like the others', async () => {
    const { member } = await fixtures.company()
    const [kept, second] = [await signIn(member, true), await signIn(member, true)]
    expect([await daysLeft(kept), await daysLeft(member)]).toEqual([30, null])
    const listed = (await sessionsOf(member)).filter(({ dateKeptUntil }) => dateKeptUntil !== null)
    expect(listed).toHaveLength(2)
    const [own] = await sessionsOf(kept)
    await as(member).call(routes.sessions.end, { params: { session: own?._id ?? '' } })
    expect([await isSignedIn(kept), await isSignedIn(second)]).toEqual([false, true])
    await as(member).call(routes.sessions.endOthers)
    expect(await isSignedIn(second)).toBe(false)
  })

  test('keeps the pushes to its browser beyond the lifetime of the others, until it is ended', async () => {
    const { member } = await fixtures.company()
    const kept = await signIn(member, true)
    await as(kept).call(routes.push.subscribe, { body: createPushSubscription() })
    await pass(1)
    await sweep(portal.platform.database, portal.platform.config)
    const countBrowsers = async () => {
      const { rowCount } = await owner.query(
        'select from push_subscriptions where user_id = $1 and session_id is not null',
        [member.userId],
      )
      return rowCount
    }
    expect([await isSignedIn(kept), await countBrowsers()]).toEqual([true, 1])
    await as(kept).call(routes.sessions.logout)
    expect(await countBrowsers()).toBe(0)
  })

  test('ends with a new password', async () => {
    const { member } = await fixtures.company()
    const kept = await signIn(member, true)
    await as(visitor(member)).call(routes.sessions.forgot, { body: { email: member.email } })
    const token = (await mails.linkTo(member.email)).searchParams.get('token') ?? ''
    await as(visitor(member)).call(routes.sessions.activate, {
      body: { token, email: member.email, password: 'Freze2071' },
    })
    expect(await isSignedIn(kept)).toBe(false)
  })

  test('ends with the last company of its user, and with the place on the team', async () => {
    const { admin, staff, member, companyId } = await fixtures.company()
    await choosePolicy(admin, 'everyone')
    const kept = [await signIn(member, true), await signIn(staff, true)]
    await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: member.userId },
      body: { email: member.email },
    })
    await as(admin).call(routes.team.remove, {
      params: { user: staff.userId },
      body: { email: staff.email },
    })
    for (const each of kept) expect(await isSignedIn(each)).toBe(false)
  })

  test('ends where the vendor begins to require a second factor that its user has not', async () => {
    const vendor = await fixtures.vendor()
    await choosePolicy(vendor.admin, 'everyone')
    const kept = await signIn(vendor.staff, true)
    await factors.requireAt(vendor)
    expect(await isSignedIn(kept)).toBe(false)
  })

  // Security: 7.5.1
  test('confirms who uses it like the others: after 15 minutes sensitive calls ask again', async () => {
    const { admin } = await fixtures.vendor()
    await choosePolicy(admin, 'everyone')
    const kept = await signIn(admin, true)
    const invite = (email: string) =>
      as(kept).call(routes.team.invite, {
        body: { email, name: 'Yeni', surname: 'Kişi', role: 'admin' },
      })
    expect((await invite('bir@tezgah.test')).status).toBe(200)
    await pass(1)
    expect((await invite('iki@tezgah.test')).body.name).toBe('ReauthenticationRequiredError')
    await as(kept).call(routes.sessions.reauthenticate, { body: { password } })
    expect((await invite('iki@tezgah.test')).status).toBe(200)
  })
})

describe('a choice to stay signed in', () => {
  test('counts after a code of the second factor', async () => {
    const { admin, person, secret } = await factors.createEnrolledColleague()
    await choosePolicy(admin, 'everyone')
    const kept = await signInByCode(person, true, secret)
    expect(await daysLeft(kept)).toBe(30)
    await pass(1)
    expect(await isSignedIn(kept)).toBe(true)
  })

  test('counts after a second factor that was set up at the sign-in', async () => {
    const vendor = await fixtures.vendor()
    const { admin, staff, vendorId } = vendor
    await choosePolicy(admin, 'everyone')
    await factors.requireAt(vendor)
    const { token: challenge } = (await login(staff, true)).body
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    const { body } = await as(visitor(staff)).call(routes.secondFactor.confirmAtSignIn, {
      body: { pass: challenge, code },
    })
    expect(await daysLeft({ ...staff, token: body.token })).toBe(30)
  })

  test('is for customers until the vendor permits it to the team, and never for operators', async () => {
    const { admin, staff, operator, member, visitor } = await fixtures.company()
    const kept = async () => {
      const days = []
      for (const who of [member, staff, admin, operator])
        days.push(await daysLeft(await signIn(who, true)))
      return days
    }
    expect((await as(visitor).call(routes.sessions.portal)).body.keptSessions).toBe('customers')
    expect(await kept()).toEqual([30, null, null, null])
    await choosePolicy(admin, 'everyone')
    expect((await as(visitor).call(routes.sessions.portal)).body.keptSessions).toBe('everyone')
    expect(await kept()).toEqual([30, 30, 30, null])
    await choosePolicy(admin, 'nobody')
    expect((await as(visitor).call(routes.sessions.portal)).body.keptSessions).toBe('nobody')
    expect(await kept()).toEqual([null, null, null, null])
  })
})

describe('a vendor that permits kept sessions no more', () => {
  // Security: 7.1.1
  test('ends at once those older than the others may be; younger ones end with the others', async () => {
    const { admin, member } = await fixtures.company()
    const other = await fixtures.company()
    const [old, elsewhere] = [await signIn(member, true), await signIn(other.member, true)]
    await pass(1)
    const young = await signIn(member, true)
    const atOffice = await signIn(admin)
    expect(await isSignedIn(old)).toBe(true)
    await choosePolicy(atOffice, 'nobody')
    expect([await isSignedIn(old), await daysLeft(young), await daysLeft(elsewhere)]).toEqual([
      false,
      null,
      29, // a day without use
    ])
    await choosePolicy(atOffice, 'everyone')
    expect([await isSignedIn(old), await daysLeft(young)]).toEqual([false, null])
    await pass(12.1 * hours)
    expect(await isSignedIn(young)).toBe(false)
  })

  test('to its team leaves those of customers, and has it in the audit', async () => {
    const { admin, staff, member } = await fixtures.company()
    await choosePolicy(admin, 'everyone')
    const kept = [await signIn(member, true), await signIn(staff, true)] as const
    await choosePolicy(admin, 'customers')
    expect([await daysLeft(kept[0]), await daysLeft(kept[1])]).toEqual([30, null])
    const { entries } = (
      await as(admin).call(routes.audit.list, { query: { action: 'vendors.changeSettings' } })
    ).body
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'keptSessions', before: 'everyone', after: 'customers' }],
      [{ field: 'keptSessions', before: 'customers', after: 'everyone' }],
    ])
  })

  test.each(['before', 'after'])(
    'keeps none of a sign-in that comes a moment %s it',
    async when => {
      const { admin, member, vendorId } = await fixtures.company()
      const [change, begin] = [() => choosePolicy(admin, 'nobody'), () => login(member, true)]
      const answers = await queueBehind(
        portal,
        'select from vendors where vendor_id = $1 for no key update',
        [vendorId],
        (when === 'before' ? [begin, change] : [change, begin]) as (() => ReturnType<
          typeof login
        >)[],
      )
      const token = answers[when === 'before' ? 0 : 1]?.body.token ?? ''
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await daysLeft({ ...member, token })).toBeNull()
    },
  )
})
