import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { countStatuses, signInAttemptsIn, times } from '#testing/sign-in/sign-in-attempts.ts'
import { waitFor } from '#testing/wait-for.ts'

// Requests for reset links, and links that are checked and used.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal
const { signIn, signInFrom } = signInAttemptsIn(portal)

const forgot = (at: Person, email: string) =>
  as(at).call(routes.sessions.forgot, { body: { email } })
let count = 0
/** Invites a new user to a company; returns the token of their link. */
async function invite(admin: Person, company: string) {
  const email = `davetli-${++count}@tezgah.test`
  const { body } = await as(admin).call(routes.users.invite, {
    params: { company },
    body: { email, name: 'Deniz', surname: 'Su' },
  })
  return { email, token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '' }
}

test('requests for reset links from one network are limited, for all accounts together', async () => {
  const { domain } = await fixtures.vendor()
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
  const { visitor, member } = await fixtures.company()
  for (const email of [member.email, 'kimse@tezgah.test']) {
    const statuses = (await times(21, () => forgot(visitor, email))).map(({ status }) => status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  }
})

describe('an account that strangers on many networks have requested reset links for', async () => {
  const { member, domain } = await fixtures.company()
  const requestReset = (remoteAddress: string) =>
    portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${domain}/user/forgot`,
      payload: { email: member.email },
      remoteAddress,
    })
  const jobsWaiting = async () =>
    (
      await owner.query(
        "select count(*)::int as count from pgboss.job where name like 'password.%' and state < 'completed'",
      )
    ).rows[0].count
  const home = '203.0.113.90'
  beforeAll(async () => {
    expect((await signInFrom(home, member)).statusCode).toBe(200)
    for (let i = 0; i < 25; i++)
      expect((await requestReset(`198.51.100.${100 + i}`)).statusCode).toBe(200)
    await waitFor(async () => expect(await jobsWaiting()).toBe(0))
  })

  // Security: P1
  test('has six mails, and each of their links works', async () => {
    const links = (await mails.to(member.email)).map(
      ({ text }) => new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''),
    )
    const tokens = links.map(link => link.searchParams.get('token') ?? '')
    expect(new Set(tokens).size).toBe(6)
    for (const token of tokens)
      expect(
        (
          await as({ ...member, token: null }).call(routes.sessions.checkLink, {
            body: { token, email: member.email },
          })
        ).body,
      ).toEqual({ works: true, weakness: null })
  })

  // Security: P1
  test('gets another mail when its owner requests one where they have signed in before', async () => {
    expect((await requestReset('192.0.2.4')).statusCode).toBe(200)
    expect((await requestReset(home)).statusCode).toBe(200)
    await expect.poll(async () => (await mails.to(member.email)).length).toBe(7)
  })
})

describe('a client that has made up a hundred links', async () => {
  const { visitor, member, admin, companyId } = await fixtures.company()
  const check = (at: Person, token: string, email: string) =>
    as(at).call(routes.sessions.checkLink, { body: { token, email } })
  let checks: Awaited<ReturnType<typeof check>>[]
  beforeAll(async () => {
    checks = await times(100, () => check(visitor, 'uydurma', member.email))
  })

  test('was told each time that it does not work', () => {
    expect(new Set(checks.map(({ body }) => body.works))).toEqual(new Set([false]))
  })

  test('must wait to check another, and to use one', async () => {
    const body = { token: 'uydurma', email: member.email, password }
    // On a slow machine some of the hundred have expired.
    await expect.poll(async () => (await check(visitor, 'uydurma', member.email)).status).toBe(429)
    await expect
      .poll(async () => (await as(visitor).call(routes.sessions.activate, { body })).status)
      .toBe(429)
  })

  test('has not locked out users on other networks with a valid one', async () => {
    const payload = await invite(admin, companyId)
    const elsewhere = await portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${visitor.domain}/user/link`,
      payload,
      remoteAddress: '203.0.113.8',
    })
    expect(elsewhere.json()).toEqual({ works: true, weakness: null })
  })

  test('has not locked out users on the same network with a valid one, as all are behind one proxy', async () => {
    const { token, email } = await invite(admin, companyId)
    expect((await check(visitor, token, email)).body).toEqual({ works: true, weakness: null })
    expect(
      (await as(visitor).call(routes.sessions.activate, { body: { token, email, password } }))
        .status,
    ).toBe(200)
    expect((await signIn(visitor, email, password)).status).toBe(200)
  })
})

test('one valid link causes no more than ten hashes at once, however often it is sent', async () => {
  const { visitor, admin, companyId } = await fixtures.company()
  const { token, email } = await invite(admin, companyId)
  const holder = await owner.connect()
  await holder.query('begin')
  // blocks the first use of the link
  await holder.query('select from users where email = $1 for update', [email])
  const statuses: number[] = []
  const sent = [...Array(15)].map(async (_, i) => {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` }
    const { status } = await as(visitor).call(
      routes.sessions.activate,
      { body: { token, email, password } },
      { headers },
    )
    statuses.push(status)
  })
  try {
    await expect.poll(() => statuses.filter(status => status === 429)).toHaveLength(5)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await Promise.all(sent)
  // On a loaded machine some of those that wait for the first use are answered 503.
  const others = statuses.filter(status => status !== 429 && status !== 503)
  expect(others.sort()).toEqual([200, ...Array(others.length - 1).fill(400)])
  expect(statuses.filter(status => status === 429)).toHaveLength(5)
})

test('a link that works can be checked any number of times', async () => {
  const { visitor, admin, companyId } = await fixtures.company()
  const { token, email } = await invite(admin, companyId)
  const checks = await times(110, () =>
    as(visitor).call(routes.sessions.checkLink, { body: { token, email } }),
  )
  expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]))
})
