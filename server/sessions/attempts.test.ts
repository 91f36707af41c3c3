import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { as, owner } = portal

const signIn = (at: Person, email: string, secret: string) => as(at).call(routes.sessions.login, { body: { email, password: secret } })
const forgot = (at: Person, email: string) => as(at).call(routes.sessions.forgot, { body: { email } })
let count = 0
/** Somebody new who is invited to a company, and the token of their link. */
async function invitedTo(admin: Person, company: string) {
  const email = `davetli-${++count}@tezgah.test`
  const { body } = await as(admin).call(routes.users.invite, { params: { company }, body: { email, name: 'Deniz', surname: 'Su' } })
  return { email, token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '' }
}
async function times<T>(count: number, make: () => Promise<T>) {
  const made = []
  for (let i = 0; i < count; i++) made.push(await make())
  return made
}

describe('whoever has guessed twenty passwords', async () => {
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
      'Çok fazla deneme yapıldı. Biraz bekleyip yeniden deneyin.',
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(45)
  })

  test('has not shut out who comes from elsewhere, nor a colleague', async () => {
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

describe('where a visitor comes from', async () => {
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

test('an address that nobody has runs out the same, so that guessing tells nothing of who exists', async () => {
  const { visitor } = await given.vendor()
  const statuses = (await times(21, () => signIn(visitor, 'kimse@tezgah.test', password))).map(({ status }) => status)
  expect(statuses).toEqual([...Array(20).fill(401), 429])
})

test('signing in and out all day is no guessing', async () => {
  const { visitor, member } = await given.company()
  const statuses = (await times(25, () => signIn(visitor, member.email, password))).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('nobody’s mailbox is filled with reset links', async () => {
  const { visitor, member } = await given.company()
  for (const email of [member.email, 'kimse@tezgah.test']) {
    const statuses = (await times(21, () => forgot(visitor, email))).map(({ status }) => status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  }
})

describe('whoever has made up a hundred links', async () => {
  const { visitor, member, admin, companyId } = await given.company()
  const look = (at: Person, token: string, email: string) => as(at).call(routes.sessions.checkLink, { body: { token, email } })
  let looks: Awaited<ReturnType<typeof look>>[]
  beforeAll(async () => {
    looks = await times(100, () => look(visitor, 'uydurma', member.email))
  })

  test('was told each time that it does not work', () => {
    expect(new Set(looks.map(({ body }) => body.works))).toEqual(new Set([false]))
  })

  test('must wait to look at another, and to use one', async () => {
    const body = { token: 'uydurma', email: member.email, password }
    expect((await look(visitor, 'uydurma', member.email)).status).toBe(429)
    expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(429)
  })

  test('has not shut out who comes from elsewhere with a good one', async () => {
    const payload = await invitedTo(admin, companyId)
    const elsewhere = await portal.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${visitor.domain}/user/link`,
      payload,
      remoteAddress: '203.0.113.8',
    })
    expect(elsewhere.json()).toEqual({ works: true })
  })

  test('has not shut out who comes from the same place with a good one, as all do behind one proxy', async () => {
    const { token, email } = await invitedTo(admin, companyId)
    expect((await look(visitor, token, email)).body).toEqual({ works: true })
    expect((await as(visitor).call(routes.sessions.activate, { body: { token, email, password } })).status).toBe(200)
    expect((await signIn(visitor, email, password)).status).toBe(200)
  })
})

test('one good link buys no more than ten hashes at once, however often it is sent', async () => {
  const { visitor, admin, companyId } = await given.company()
  const { token, email } = await invitedTo(admin, companyId)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from users where email = $1 for update', [email]) // so that none of them is the first to use it
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

test('a link that works may be looked at as often as one likes', async () => {
  const { visitor, admin, companyId } = await given.company()
  const { token, email } = await invitedTo(admin, companyId)
  const looks = await times(110, () => as(visitor).call(routes.sessions.checkLink, { body: { token, email } }))
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
})
