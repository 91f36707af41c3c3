import { describe, expect, test } from 'vitest'
import { issueMessages } from '#contract/issues.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal
const fresh = 'Freze2071'

const signIn = async (at: Person, email: string, secret: string) =>
  (await as(at).call(routes.sessions.login, { body: { email, password: secret } })).status
const forgot = (at: Person, email: string) =>
  as(at).call(routes.sessions.forgot, { body: { email } })
const activate = (at: Person, token: string, email: string, secret = fresh, from = '203.0.113.1') =>
  as(at).call(
    routes.sessions.activate,
    { body: { token, email, password: secret } },
    { headers: { 'x-forwarded-for': from } },
  )

/** A member of a company with the token of a reset link. */
async function memberWithResetLink() {
  const fixture = await fixtures.company()
  await forgot(fixture.visitor, fixture.member.email)
  const link = await mails.linkTo(fixture.member.email)
  return { ...fixture, link, token: link.searchParams.get('token') ?? '' }
}

/** A pending user of a company with the token of their invitation. */
async function invite() {
  const fixture = await fixtures.company()
  const email = `davetli-${fixture.companyId}@tezgah.test`
  const { body } = await as(fixture.admin).call(routes.users.invite, {
    params: { company: fixture.companyId },
    body: { email, name: 'Deniz', surname: 'Su' },
  })
  return {
    ...fixture,
    email,
    userId: body._id,
    token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '',
  }
}

describe('a forgotten password', () => {
  test('is made new by the link in a mail, at the vendor’s own address', async () => {
    const { visitor, member, domain, link, token } = await memberWithResetLink()
    expect([link.hostname, link.pathname, link.searchParams.get('mail')]).toEqual([
      domain,
      '/resetpassword',
      member.email,
    ])
    expect((await activate(visitor, token, member.email)).body).toMatchObject({
      message: 'Parolanız kaydedildi. Artık giriş yapabilirsiniz.',
    })
    expect([
      await signIn(visitor, member.email, fresh),
      await signIn(visitor, member.email, password),
    ]).toEqual([200, 401])
  })

  // Security: 7.4.3
  test('ends every session when it is made new', async () => {
    const { visitor, member, token } = await memberWithResetLink()
    await activate(visitor, token, member.email)
    expect((await as(member).call(routes.sessions.me)).status).toBe(401)
  })

  // Security: P3
  test('is answered before anything is done for the account, so that response times do not tell which addresses are known', async () => {
    const { visitor, member } = await fixtures.company()
    const holder = await owner.connect()
    await holder.query('begin')
    // blocks every change of the account
    await holder.query('select from users where email = $1 for update', [member.email])
    try {
      expect((await forgot(visitor, member.email)).status).toBe(200)
      expect(
        (await owner.query('select from activations where user_id = $1', [member.userId])).rowCount,
      ).toBe(0)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await mails.linkTo(member.email)).pathname).toBe('/resetpassword')
  })

  // Security: P3
  test('leaves no readable address in the job queue', async () => {
    const { visitor } = await fixtures.vendor()
    await forgot(visitor, 'saklanan@tezgah.test')
    const { rows } = await owner.query(
      "select from pgboss.job where name = 'password.requested' and data::text like '%saklanan%'",
    )
    expect(rows).toEqual([])
  })

  // Security: 6.4.3
  test('is requested with the same response for known and unknown addresses, and only the known get a mail', async () => {
    const { visitor, member } = await fixtures.company()
    const { companyId, admin, ...gone } = await fixtures.company()
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    const answers = [
      await forgot(visitor, 'kimse@tezgah.test'),
      await forgot(gone.visitor, gone.member.email),
      await forgot(visitor, member.email),
    ]
    const one = [
      200,
      'Parola yenileme isteğinizi aldık. Bu adres kayıtlıysa yeni parolanızı belirleyeceğiniz bağlantı birazdan e-posta kutunuzda olur.',
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([one, one, one])
    await mails.to(member.email)
    const readers = (await mails.all()).map(mail => mail.to?.[0]?.address)
    expect(readers).not.toContain('kimse@tezgah.test')
    expect(readers).not.toContain(gone.member.email)
  })

  test('of an operator is made new by the link, and ends their sessions at all vendors', async () => {
    const email = await fixtures.operator()
    const [here, elsewhere] = [await fixtures.vendor(), await fixtures.vendor()]
    const { body } = await as(elsewhere.visitor).call(routes.sessions.login, {
      body: { email, password },
    })
    await forgot(here.visitor, email)
    const { hostname, searchParams } = await mails.linkTo(email)
    expect(
      (
        await activate(
          { ...here.visitor, domain: hostname },
          searchParams.get('token') ?? '',
          email,
        )
      ).status,
    ).toBe(200)
    expect(
      (await as({ ...elsewhere.visitor, token: body.token }).call(routes.sessions.me)).status,
    ).toBe(401)
    expect(await signIn(elsewhere.visitor, email, fresh)).toBe(200)
  })
})

// Security: P1
test('a link that is about to be used is not ended by a stranger who requests another', async () => {
  const { visitor, member, token } = await memberWithResetLink()
  await forgot(visitor, member.email)
  const other = (await mails.linkTo(member.email, 2)).searchParams.get('token') ?? ''
  expect((await activate(visitor, token, member.email)).status).toBe(200)
  expect((await activate(visitor, other, member.email)).status).toBe(400)
})

describe('a link', () => {
  // Security: 6.4.1
  test('works once', async () => {
    const { visitor, email, token } = await invite()
    expect((await activate(visitor, token, email)).status).toBe(200)
    const { status, body } = await activate(visitor, token, email, 'Torna1071')
    expect([status, body.message]).toEqual([
      400,
      'Bu bağlantı geçersiz ya da daha önce kullanılmış. Yenisini isteyin.',
    ])
    expect(await signIn(visitor, email, fresh)).toBe(200)
  })

  test('works for one of two concurrent requests', async () => {
    const { visitor, email, token } = await invite()
    const both = await Promise.all(
      ['203.0.113.1', '203.0.113.2'].map(from => activate(visitor, token, email, fresh, from)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('to an invitation ends the one before it', async () => {
    const { visitor, admin, companyId, userId, email, token } = await invite()
    await as(admin).call(routes.users.remind, { params: { company: companyId, user: userId } })
    expect((await activate(visitor, token, email)).status).toBe(400)
  })

  // Security: 6.4.1
  test.each([
    ['an invitation', '168:00:00'],
    ['a reset', '01:00:00'],
  ])('of %s is valid for %s', async (kind, lifetime) => {
    const { visitor, email, token } =
      kind === 'a reset'
        ? await memberWithResetLink().then(at => ({ ...at, email: at.member.email }))
        : await invite()
    const ofUser =
      'from users u where u.vendor_id = a.vendor_id and u.id = a.user_id and u.email = $1'
    const { rows } = await owner.query(
      `select make_interval(mins => round(extract(epoch from date_expires - now()) / 60)::int)::text as left from activations a, users u
        where u.id = a.user_id and u.email = $1`,
      [email],
    )
    expect(rows).toEqual([{ left: lifetime }])
    await owner.query(`update activations a set date_expires = now() ${ofUser}`, [email])
    const { status, body } = await activate(visitor, token, email)
    expect([status, body.message]).toEqual([400, 'Bu bağlantının süresi dolmuş. Yenisini isteyin.'])
  })

  test('is not used up by a mail scanner that opens it', async () => {
    const { visitor, domain, email, token } = await invite()
    const query = `token=${token}&mail=${email}`
    for (const url of [
      `/activate?${query}`,
      `/resetpassword?${query}`,
      `/api/v1/domain/${domain}/user/activate?${query}`,
    ]) {
      for (const method of ['GET', 'HEAD'] as const) await portal.http.inject({ method, url })
    }
    expect((await activate(visitor, token, email)).status).toBe(200)
  })

  // Security: 7.5.1
  test('is good for its own address only, and not used up by another', async () => {
    const { visitor, member, email, token } = await invite()
    expect((await activate(visitor, token, member.email)).status).toBe(400)
    expect((await activate(visitor, token, email)).status).toBe(200)
  })

  test('is invalid at another vendor', async () => {
    const { email, token } = await invite()
    const { visitor: elsewhere } = await fixtures.vendor()
    expect((await activate(elsewhere, token, email)).status).toBe(400)
  })

  test('works whatever token the browser still sends', async () => {
    const { visitor, email, token } = await invite()
    const used = await as({ ...visitor, token: 'old.and.broken' }).call(routes.sessions.activate, {
      body: { token, email, password: fresh },
    })
    expect(used.status).toBe(200)
  })

  test('ends with the membership that it was an invitation to', async () => {
    const { visitor, admin, companyId, userId, email, token } = await invite()
    await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: userId },
      body: { email },
    })
    expect((await activate(visitor, token, email)).status).toBe(400)
  })

  test('is nowhere in the database, also when the invitation may be repeated', async () => {
    const { admin, companyId } = await fixtures.company()
    const params = { company: companyId }
    const guest = { email: 'saklanmayan@tezgah.test', name: 'Deniz', surname: 'Su' }
    const { body } = await as(admin).call(
      routes.users.invite,
      { params, body: guest },
      { idempotencyKey: 'davet' },
    )
    const token = new URL(body.activationLink ?? '').searchParams.get('token') as string
    const tables = [
      'public.users',
      'public.activations',
      'public.idempotency_keys',
      'public.mails',
      'pgboss.job',
    ]
    for (const table of tables) {
      const { rows } = await owner.query(
        `select count(*)::int as rows from ${table} t where position($1 in t::text) > 0`,
        [token],
      )
      expect([table, rows]).toEqual([table, [{ rows: 0 }]])
    }
  })
})

describe('a check of a link', () => {
  const check = (at: Person, token: string, email: string) =>
    as(at).call(routes.sessions.checkLink, { body: { token, email } })

  test('says that it works, and does not use it up', async () => {
    const { visitor, email, token } = await invite()
    const checks = [await check(visitor, token, email), await check(visitor, token, email)]
    expect(checks.map(({ status, body }) => [status, body])).toEqual([
      [200, { works: true, weakness: null }],
      [200, { works: true, weakness: null }],
    ])
    expect((await activate(visitor, token, email)).status).toBe(200)
  })

  test('says the same of one that is made up, used, revoked, expired or another user’s', async () => {
    const used = await invite()
    await activate(used.visitor, used.token, used.email)
    const revoked = await invite()
    await as(revoked.admin).call(routes.users.remove, {
      params: { company: revoked.companyId, user: revoked.userId },
      body: { email: revoked.email },
    })
    const old = await invite()
    await owner.query('update activations set date_expires = now() where user_id = $1', [
      old.userId,
    ])
    const alive = await invite()
    const answers = [
      await check(alive.visitor, 'made-up', alive.email),
      await check(used.visitor, used.token, used.email),
      await check(revoked.visitor, revoked.token, revoked.email),
      await check(old.visitor, old.token, old.email),
      await check(alive.visitor, alive.token, alive.member.email),
      await check((await fixtures.vendor()).visitor, alive.token, alive.email),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { works: false, weakness: null }]),
    )
  })

  test('works for an operator of the platform too', async () => {
    const email = await fixtures.operator()
    const { visitor } = await fixtures.vendor()
    await forgot(visitor, email)
    const { hostname, searchParams } = await mails.linkTo(email)
    const { body } = await check(
      { ...visitor, domain: hostname },
      searchParams.get('token') ?? '',
      email,
    )
    expect(body).toEqual({ works: true, weakness: null })
  })

  test.each([
    ['Password1', 'commonPassword'],
    ['Tezgah2024', 'personalPassword'],
    [password, null],
  ] as const)('says before it is used that %s is too weak: %s', async (typed, weakness) => {
    const { visitor, email, token } = await invite()
    const { body } = await as(visitor).call(routes.sessions.checkLink, {
      body: { token, email, password: typed },
    })
    expect(body).toEqual({ works: true, weakness })
  })

  test('tells those without a valid link nothing about a password', async () => {
    const { visitor, email } = await invite()
    const { body } = await as(visitor).call(routes.sessions.checkLink, {
      body: { token: 'made-up', email, password: 'Password1' },
    })
    expect(body).toEqual({ works: false, weakness: null })
  })
})

describe('a new password', () => {
  // Security: 6.2.1
  test.each(['Kisa123', 'rakamsizParola', 'küçükharf1', ''])(
    'is refused when it is "%s", and the link can be used again',
    async secret => {
      const { visitor, email, token } = await invite()
      expect(
        (await activate(visitor, token, email, secret)).body.errors?.map(({ path }) => path),
      ).toEqual(['password'])
      expect((await activate(visitor, token, email)).status).toBe(200)
    },
  )

  // Security: 6.2.11, 6.2.12
  test.each([
    ['commonPassword', 'Password1'],
    ['commonPassword', 'PAROLA123'],
    ['commonPassword', 'Beşiktaş1903'],
    ['commonPassword', 'Demo1234'],
    ['personalPassword', 'Deniz1990'],
    ['personalPassword', 'DENİZSU!2026'],
    ['personalPassword', 'Davetli1453'],
    ['personalPassword', 'Satıcı2026!'],
  ] as const)(
    'is refused as a %s when it is "%s", in both languages, and the link can be used again',
    async (weakness, secret) => {
      const { visitor, email, token } = await invite()
      for (const language of ['tr', 'en'] as const) {
        const { status, body } = await activate({ ...visitor, language }, token, email, secret)
        expect([status, body.name, body.errors]).toEqual([
          400,
          'ValidationError',
          [{ path: 'password', msg: issueMessages(language)[weakness] }],
        ])
      }
      expect((await activate(visitor, token, email)).status).toBe(200)
    },
  )

  test('may have a name in it, where there is more to it', async () => {
    const { visitor, email, token } = await invite()
    expect((await activate(visitor, token, email, 'Denizin7Kayigi')).status).toBe(200)
  })

  test.each(['şifre123Ş', 'ışık1234İ'])(
    'may have its capital letter in Turkish: %s',
    async secret => {
      const { visitor, email, token } = await invite()
      expect((await activate(visitor, token, email, secret)).status).toBe(200)
      expect(await signIn(visitor, email, secret)).toBe(200)
    },
  )
})
