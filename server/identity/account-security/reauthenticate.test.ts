import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { codeNow, secondFactorsIn } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

/** Moves the last authentication of a session into the past. */
const age = ({ sessionId }: { sessionId?: string }, interval = '15 minutes') =>
  owner.query('update sessions set date_authenticated = now() - $2::interval where id = $1', [
    sessionId,
    interval,
  ])
const names = { name: 'Yeni', surname: 'Kişi' }
let count = 0
const invite = (caller: Person, role: 'admin' | 'staff') =>
  as(caller).call(routes.team.invite, {
    body: { ...names, email: `davetli-${++count}@tezgah.test`, role },
  })
const confirm = (
  caller: Person,
  body: { password: string } | { code: string },
  from = '203.0.113.1',
) =>
  as(caller).call(
    routes.sessions.reauthenticate,
    { body },
    { headers: { 'x-forwarded-for': from } },
  )
const refused = { status: 403, body: { name: 'ReauthenticationRequiredError' } }

/** The session of an administrator who entered the password a quarter of an hour ago. */
async function signInLongAgo(role: 'admin' | 'operator' = 'admin') {
  const vendor = await fixtures.vendor()
  const person = vendor[role] as Person & { sessionId: string }
  await age(person)
  return { ...vendor, person }
}

describe('a session that showed the password a quarter of an hour ago', () => {
  test('makes no administrator, and is told why in both languages', async () => {
    const { person } = await signInLongAgo()
    const inTurkish = await invite(person, 'admin')
    expect(inTurkish).toMatchObject(refused)
    expect(inTurkish.body.message).toContain('kimliğinizi yeniden doğrulayın')
    expect((await invite({ ...person, language: 'en' }, 'admin')).body.message).toContain(
      'Confirm that it is you first',
    )
  })

  test('invites staff, and reads and changes what is not listed, as before', async () => {
    const { person } = await signInLongAgo()
    expect((await invite(person, 'staff')).status).toBe(200)
    expect(
      (await as(person).call(routes.companies.create, { body: { name: 'Çağlar Pres' } })).status,
    ).toBe(200)
    expect((await as(person).call(routes.audit.list)).status).toBe(200)
  })

  test('removes no colleague, and sends no invitation to the team again: its link would be shown', async () => {
    const { person, staff } = await signInLongAgo()
    expect(
      await as(person).call(routes.team.remove, {
        params: { user: staff.userId },
        body: { email: staff.email },
      }),
    ).toMatchObject(refused)
    expect(
      await as(person).call(routes.team.remind, { params: { user: staff.userId } }),
    ).toMatchObject(refused)
  })

  test("changes no rule of the second factor, and resets no colleague's", async () => {
    const { person, staff, vendorId } = await signInLongAgo()
    await factors.enrol(vendorId, staff.userId)
    expect(await as(person).call(routes.secondFactor.require)).toMatchObject(refused)
    expect(await as(person).call(routes.secondFactor.release)).toMatchObject(refused)
    expect(
      await as(person).call(routes.secondFactor.reset, { params: { user: staff.userId } }),
    ).toMatchObject(refused)
  })

  // Security: P10
  test('is given nothing of the audit as CSV, nor told whether there is any', async () => {
    const { person } = await signInLongAgo()
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await portal.http.inject({
        method,
        url: `/api/v1/domain/${person.domain}/admin/audit/export`,
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        403,
        'application/json; charset=utf-8',
      ])
    }
  })

  test('leaves no refusal in the audit: it is an honest step, not an attack', async () => {
    const { person } = await signInLongAgo()
    await invite(person, 'admin')
    expect((await as(person).call(routes.audit.list)).body.entries).toEqual([])
  })

  test('is refused as before where the role or the input is wrong', async () => {
    const { staff, person } = await signInLongAgo()
    await age(staff as never)
    expect((await invite(staff, 'admin')).body.name).toBe('ForbiddenError')
    const wrong = await as(person).call(routes.team.invite, {
      body: { ...names, email: 'kim', role: 'admin' },
    })
    expect(wrong.status).toBe(400)
  })

  test('is accepted within the 15 minutes, as often as it likes', async () => {
    const { admin } = await fixtures.vendor()
    await age(admin as never, '14 minutes 50 seconds')
    for (let i = 0; i < 2; i++) expect((await invite(admin, 'admin')).status).toBe(200)
  })

  test('is refused after 15 minutes, although a call just before was accepted', async () => {
    const { admin } = await fixtures.vendor()
    const { domain, token } = admin
    const exported = async () =>
      (
        await portal.http.inject({
          url: `/api/v1/domain/${domain}/admin/audit/export`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode
    expect(await exported()).toBe(200)
    await age(admin as never)
    expect(await exported()).toBe(403)
    await confirm(admin, { password })
    expect(await exported()).toBe(200)
  })
})

describe('a user who authenticates again', () => {
  // Security: P10
  test.each(['admin', 'operator'] as const)(
    'by the password may go on in this session, and in no other: %s',
    async role => {
      const { person, vendorId, domain } = await signInLongAgo(role)
      const elsewhere = {
        ...person,
        ...(await fixtures.session({ vendorId, domain }, person.userId)),
      }
      await age(elsewhere)
      expect((await confirm(person, { password })).body.message).toBe('Kimliğiniz doğrulandı.')
      expect((await invite(person, 'admin')).status).toBe(200)
      expect(await invite(elsewhere, 'admin')).toMatchObject(refused)
    },
  )

  test.each(['admin', 'operator'] as const)(
    'by a code of the app may go on, and the code is used up: %s',
    async role => {
      const { person, vendorId } = await signInLongAgo(role)
      const { secret } = await factors.enrol(vendorId, person.userId)
      const code = codeNow(secret, 1)
      expect((await confirm(person, { code })).status).toBe(200)
      expect((await invite(person, 'admin')).status).toBe(200)
      expect((await confirm(person, { code })).status).toBe(400)
    },
  )

  test('by a recovery code is told by mail that it was used', async () => {
    const { person, vendorId, domain } = await signInLongAgo()
    const { codes } = await factors.enrol(vendorId, person.userId)
    expect((await confirm(person, { code: codes[0] ?? '' })).status).toBe(200)
    const [mail] = await mails.to(person.email)
    expect(mail?.subject).toBe(`Satıcı ${domain} destek portalı: bir kurtarma kodu kullanıldı`)
  })

  test('wrongly is told so at the field, may not go on, and is in the audit once', async () => {
    const { person, vendorId } = await signInLongAgo()
    expect((await confirm(person, { password: 'Yanlis1453' })).body.errors).toEqual([
      { msg: 'Parola hatalı.', path: 'password' },
    ])
    expect((await confirm(person, { code: '123456' })).status).toBe(409)
    await factors.enrol(vendorId, person.userId)
    expect((await confirm(person, { code: '000000' })).body.errors?.[0]?.path).toBe('code')
    expect(await invite(person, 'admin')).toMatchObject(refused)
    const { entries } = (await as(person).call(routes.audit.list)).body
    expect(entries).toMatchObject([
      {
        action: 'sessions.reauthenticate',
        user: person.userId,
        refusal: 'InvalidCredentialsError',
        attempts: 2,
        networks: ['203.0.113.1'],
      },
    ])
  })

  test('must send a password or a code of an allowed length', async () => {
    const { person } = await signInLongAgo()
    expect((await confirm(person, {} as never)).body.errors).toEqual([
      { msg: 'Parolanızı ya da bir giriş kodu girin.', path: '' },
    ])
    for (const body of [
      { password: '' },
      { code: '' },
      { password: 'a'.repeat(201) },
      { code: '1'.repeat(41) },
    ])
      expect((await confirm(person, body)).status).toBe(400)
  })

  // Security: P10
  test('runs out of passwords as at the sign-in: twenty from one network', async () => {
    const { person } = await signInLongAgo()
    for (let i = 0; i < 20; i++)
      expect((await confirm(person, { password: 'Yanlis1453' })).status).toBe(400)
    expect((await confirm(person, { password })).status).toBe(429)
    const login = { body: { email: person.email, password } }
    const from = { headers: { 'x-forwarded-for': '203.0.113.1' } }
    expect(
      (await as({ ...person, token: null }).call(routes.sessions.login, login, from)).status,
    ).toBe(429)
    expect((await confirm(person, { password }, '198.51.100.7')).status).toBe(200)
  })

  test('runs out of codes as at the sign-in: five from one network', async () => {
    const { person, vendorId } = await signInLongAgo()
    const { secret } = await factors.enrol(vendorId, person.userId)
    for (let i = 0; i < 5; i++) expect((await confirm(person, { code: '000000' })).status).toBe(400)
    expect((await confirm(person, { code: codeNow(secret, 1) })).status).toBe(429)
    expect((await confirm(person, { password })).status).toBe(200)
  })

  test('does not prolong the session', async () => {
    const { person } = await signInLongAgo()
    const ends = async () =>
      (await owner.query('select date_expires from sessions where id = $1', [person.sessionId]))
        .rows
    const before = await ends()
    await confirm(person, { password })
    expect(await ends()).toEqual(before)
  })
})

test('a session that has just begun, by whichever step, need not confirm anything', async () => {
  const vendor = await fixtures.vendor()
  const { secret } = await factors.enrol(vendor.vendorId, vendor.admin.userId)
  const { token: challenge } = await factors.signIn(vendor.admin)
  const { body } = await factors.enterCode(vendor.admin, challenge, codeNow(secret, 1))
  expect((await invite({ ...vendor.admin, token: body.token }, 'admin')).status).toBe(200)
})
