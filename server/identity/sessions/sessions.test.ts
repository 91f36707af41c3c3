import { argon2, createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

vi.mock('node:crypto', async load => {
  const crypto = await load<typeof import('node:crypto')>()
  return { ...crypto, argon2: vi.fn(crypto.argon2) }
})

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const signIn = (domain: string, email: string, secret = password) =>
  as({ domain, token: null, userId: '', email: '' }).call(routes.sessions.login, {
    body: { email, password: secret },
  })
const me = async (person: Person) => (await as(person).call(routes.sessions.me)).body
const isSignedIn = async (person: Person) =>
  (await as(person).call(routes.sessions.me)).status === 200

describe('signing in', () => {
  test('gives a token with which users read their own details', async () => {
    const { member, domain } = await fixtures.company()
    const { body } = await signIn(domain, member.email)
    expect(await me({ ...member, token: body.token })).toEqual({
      _id: member.userId,
      email: member.email,
      name: 'Işıl Yılmaz',
      isAdmin: false,
      isDomainAdmin: false,
      isStaff: false,
      startPage: 'companies',
      draftKey: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  // Security: 7.2.2, 7.2.4
  test('gives a session of its own each time', async () => {
    const { member } = await fixtures.company()
    const signIn = async () =>
      (await as(member).call(routes.sessions.login, { body: { email: member.email, password } }))
        .body.token
    const tokens = [await signIn(), await signIn()]
    const ids = tokens.map(
      token => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti,
    )
    expect(new Set([...ids, member.token]).size).toBe(3)
    for (const token of tokens)
      expect(await me({ ...member, token })).toMatchObject({ email: member.email })
  })

  // Security: P14
  test('gives a user the same key for drafts in every session, and no other user has it', async () => {
    const { member, admin, domain } = await fixtures.company()
    const { admin: stranger } = await fixtures.vendor()
    const { draftKey } = await me(member)
    const again = (await signIn(domain, member.email)).body.token
    expect((await me({ ...member, token: again })).draftKey).toBe(draftKey)
    expect(
      new Set([draftKey, (await me(admin)).draftKey, (await me(stranger)).draftKey]).size,
    ).toBe(3)
  })

  test('says which role at the vendor the user has', async () => {
    const { admin, staff, operator } = await fixtures.vendor()
    expect(await me(admin)).toMatchObject({ isAdmin: false, isDomainAdmin: true, isStaff: false })
    expect(await me(staff)).toMatchObject({ isAdmin: false, isDomainAdmin: false, isStaff: true })
    expect(await me(operator)).toMatchObject({
      isAdmin: true,
      isDomainAdmin: false,
      isStaff: false,
    })
  })

  test('tells in which language the user reads, as they chose it', async () => {
    const { member, domain } = await fixtures.company()
    expect((await signIn(domain, member.email)).body.language).toBe('tr')
    await as(member).call(routes.profile.change, { body: { language: 'en' } })
    expect((await signIn(domain, member.email)).body.language).toBe('en')
  })

  test('answers a wrong e-mail, a wrong password and an unused invitation alike', async () => {
    const { member, companyId, admin, domain } = await fixtures.company()
    const invited = { email: 'davetli@tezgah.test', name: 'Deniz', surname: 'Su' }
    await as(admin).call(routes.users.invite, { params: { company: companyId }, body: invited })
    const answers = [
      await signIn(domain, 'kimse@tezgah.test'),
      await signIn(domain, member.email, 'Yanlis1453'),
      await signIn(domain, invited.email),
    ].map(({ status, body: { requestId: _, ...body } }) => ({ status, body }))
    const one = {
      status: 401,
      body: { name: 'InvalidCredentialsError', message: 'E-posta ya da parola hatalı.' },
    }
    expect(answers).toEqual([one, one, one])
  })

  test('costs the same hash for an unknown e-mail as for a wrong password', async () => {
    const { member, domain } = await fixtures.company()
    await owner.query('update users set password_hash = $1 where id = $2', [
      await hashPassword(password),
      member.userId,
    ])
    const costsOf = async (email: string) => {
      vi.mocked(argon2).mockClear()
      await signIn(domain, email, 'Yanlis1453')
      return vi
        .mocked(argon2)
        .mock.calls.map(([, { memory, passes, parallelism, tagLength }]) => [
          memory,
          passes,
          parallelism,
          tagLength,
        ])
    }
    const known = await costsOf(member.email)
    expect(known).toHaveLength(1)
    expect(await costsOf('kimse@tezgah.test')).toEqual(known)
  })

  test('takes capital letters in an e-mail for small ones', async () => {
    const { member, domain } = await fixtures.company()
    expect((await signIn(domain, member.email.toUpperCase())).status).toBe(200)
  })

  test('knows an address with Turkish letters as it was invited', async () => {
    const { domain, vendorId, companyId } = await fixtures.company()
    const person = await fixtures.person({ domain, vendorId }, 'customer')
    await fixtures.join(vendorId, person.userId, companyId)
    await owner.query("update users set email = 'Çağrı@şirket.test' where id = $1", [person.userId])
    expect((await signIn(domain, 'Çağrı@Şirket.test'.replace('Ş', 'ş'))).status).toBe(200)
  })

  test('is possible at the user’s own vendor only', async () => {
    const { member } = await fixtures.company()
    const elsewhere = await fixtures.vendor()
    expect((await signIn(elsewhere.domain, member.email)).status).toBe(401)
  })

  test('lets an operator in at every vendor', async () => {
    const email = await fixtures.operator()
    for (const vendor of [await fixtures.vendor(), await fixtures.vendor()]) {
      const { body } = await signIn(vendor.domain, email)
      expect(await me({ ...vendor.visitor, token: body.token })).toMatchObject({
        email,
        isAdmin: true,
      })
    }
  })

  test('lets an operator in where a vendor has invited the same address', async () => {
    const email = await fixtures.operator()
    const { admin, visitor, companyId, domain } = await fixtures.company()
    await as(admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { email, name: 'Deniz', surname: 'Su' },
    })
    const { body } = await signIn(domain, email)
    expect(await me({ ...visitor, token: body.token })).toMatchObject({ email, isAdmin: true })
  })
})

test.each(['a member', 'an operator'])(
  '%s whose password changes while the old one is being checked is not let in',
  async who => {
    const { visitor, domain, member } = await fixtures.company()
    const email = who === 'a member' ? member.email : await fixtures.operator()
    const crypto = await vi.importActual<typeof import('node:crypto')>('node:crypto')
    const [hashing, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.mocked(argon2).mockImplementationOnce((algorithm, parameters, callback) => {
      hashing.resolve()
      void changed.promise.then(() => crypto.argon2(algorithm, parameters, callback))
    })
    const signingIn = signIn(domain, email)
    await hashing.promise
    const { rows } = await owner.query(
      "update users set password_hash = 'another' where email = $1 returning id",
      [email],
    )
    await owner.query('delete from sessions where user_id = $1', [rows[0].id])
    await owner.query('select end_sessions_of_operator($1)', [rows[0].id])
    changed.resolve()
    const { body } = await signingIn
    expect(await isSignedIn({ ...visitor, token: body.token ?? null })).toBe(false)
  },
)

describe('a session ends', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  // Security: 7.4.1
  test('at once when its user signs out, and their other one does not', async () => {
    const { member, vendorId, domain } = await fixtures.company()
    const other = { ...member, ...(await fixtures.session({ vendorId, domain }, member.userId)) }
    expect((await as(member).call(routes.sessions.logout)).body).toEqual({
      message: 'Çıkış yapıldı.',
    })
    expect([await isSignedIn(member), await isSignedIn(other)]).toEqual([false, true])
  })

  // Security: 7.3.2
  test('after its time, with an error that says so', async () => {
    const { member, domain } = await fixtures.company()
    const used = { ...member, token: (await signIn(domain, member.email)).body.token }
    const unused = { ...member, token: (await signIn(domain, member.email)).body.token }
    expect(await isSignedIn(used)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 })
    for (const person of [used, unused]) {
      expect(await me(person)).toMatchObject({
        name: 'TokenExpiredError',
        message: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
      })
    }
  })

  // Security: 7.4.2
  test('at once when its user loses the last company, and not before', async () => {
    const { admin, member, companyId, ...vendor } = await fixtures.company()
    const { companyId: second } = await fixtures.company({ ...vendor, admin })
    await fixtures.join(vendor.vendorId, member.userId, second)
    const removeFrom = (company: string) =>
      as(admin).call(routes.users.remove, {
        params: { company, user: member.userId },
        body: { email: member.email },
      })
    await removeFrom(companyId)
    expect(await isSignedIn(member)).toBe(true)
    await removeFrom(second)
    expect(await isSignedIn(member)).toBe(false)
  })

  test('at once when the last company of its user is removed, who cannot sign in again', async () => {
    const { admin, member, companyId, domain } = await fixtures.company()
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    expect(await isSignedIn(member)).toBe(false)
    expect((await signIn(domain, member.email)).status).toBe(401)
  })
})

describe('a token is refused', () => {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  // Security: 7.2.3
  test.each([
    ['that is malformed', () => 'Bearer abc'],
    [
      'that was signed with no key',
      (token: string) => `Bearer ${encoded({ alg: 'none' })}.${token.split('.')[1]}.x`,
    ],
    ['that was changed at its end', (token: string) => `Bearer ${token.slice(0, -4)}AAAA`],
    [
      'that another installation signed',
      (token: string) => {
        const signed = token.split('.').slice(0, 2).join('.')
        return `Bearer ${signed}.${createHmac('sha256', 'another secret').update(signed).digest('base64url')}`
      },
    ],
    ['that comes as a password', (token: string) => `Basic ${token}`],
    ['that is very long', () => `Bearer ${'a'.repeat(9_000)}.b.c`],
  ])('%s', async (_, header) => {
    const { member } = await fixtures.company()
    const authorization = header(member.token as string)
    const { status, body } = await as({ ...member, token: null }).call(
      routes.sessions.me,
      {},
      { headers: { authorization } },
    )
    expect([status, body.name]).toEqual([401, 'UnauthorizedError'])
  })

  // Security: 7.2.1
  test('after its session’s row is gone', async () => {
    const { member } = await fixtures.company()
    await owner.query('delete from sessions where user_id = $1', [member.userId])
    expect(await me(member)).toMatchObject({ name: 'UnauthorizedError' })
  })
})
