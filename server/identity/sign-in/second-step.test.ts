import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { codeNow, secondFactorsIn } from '#testing/sign-in/second-factors.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { createEnrolledColleague, signIn, enterCode, isSignedIn } = factors
const { as, owner } = portal

describe('a user with a second factor', () => {
  // Security: 6.3.4
  test('is not signed in by the password alone: the challenge gives no access', async () => {
    const { person } = await createEnrolledColleague()
    const { token, next, device } = await signIn(person)
    expect([next, device]).toEqual(['code', undefined])
    expect(await isSignedIn(person, token)).toBe(false)
  })

  test('signs in with the code of their app', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const { body } = await enterCode(person, token, codeNow(secret, 1))
    expect(await isSignedIn(person, body.token)).toBe(true)
  })

  test('signs in with a code in two halves, as the app shows it', async () => {
    const { person, secret } = await createEnrolledColleague()
    const code = codeNow(secret, 1)
    const { token } = await signIn(person)
    expect((await enterCode(person, token, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(
      200,
    )
  })

  test('signs in with a code or a recovery code that was pasted with characters that are not seen', async () => {
    const { person, secret, codes } = await createEnrolledColleague()
    for (const code of [codeNow(secret, 1), codes[0]]) {
      const { token } = await signIn(person)
      expect((await enterCode(person, token, `\u2060${code}\u200b\ufffc`)).status).toBe(200)
    }
  })

  test('is not signed in with a wrong code, and is told so', async () => {
    const { person } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const { status, body } = await enterCode(person, token, '000000')
    expect([status, body.name]).toEqual([401, 'InvalidCredentialsError'])
    expect(body.message).toContain('Kod doğru değil')
  })

  test('gets a message of its own for a wrong recovery code', async () => {
    const { person } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const { status, body } = await enterCode(person, token, 'AAAAA-BBBBB')
    expect([status, body.message]).toEqual([
      401,
      'Kurtarma kodu doğru değil ya da daha önce kullanıldı.',
    ])
  })

  // Security: 6.5.1
  test('cannot use a code twice', async () => {
    const { person, secret } = await createEnrolledColleague()
    const code = codeNow(secret, 1)
    const { token } = await signIn(person)
    expect((await enterCode(person, token, code)).status).toBe(200)
    expect((await enterCode(person, token, code)).status).toBe(401)
    // nor an earlier code
    expect((await enterCode(person, token, codeNow(secret))).status).toBe(401)
  })

  // Security: 6.5.1
  test.each([
    ['code of the app', 'second_factors', ({ secret }: { secret: Buffer }) => codeNow(secret, 1)],
    ['recovery code', 'recovery_codes', ({ codes }: { codes: string[] }) => codes[0] ?? ''],
  ])(
    'signs in once when two requests with the same %s arrive at the same moment',
    async (_, table, codeOf) => {
      const { person, ...factor } = await createEnrolledColleague()
      const code = codeOf(factor)
      const challenges = [(await signIn(person)).token, (await signIn(person)).token]
      const hold = `select from ${table} where user_id = $1 for update`
      const both = await queueBehind(
        portal,
        hold,
        [person.userId],
        challenges.map(
          (challenge, i) => () => enterCode(person, challenge, code, { from: `203.0.113.${i}` }),
        ),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
      const { sessions } = (await as(person).call(routes.sessions.list)).body
      expect(sessions.map(({ current }) => current)).toEqual([true, false])
    },
  )

  test('signs in with a recovery code, in small letters too and without its dash, and with each only once', async () => {
    const { person, codes } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const [code = ''] = codes
    expect((await enterCode(person, token, code.toLowerCase().replace('-', ''))).status).toBe(200)
    expect((await enterCode(person, token, code)).status).toBe(401)
    const mail = (await mails.to(person.email)).at(-1)
    expect(mail?.text).toContain('Geriye kalan kod: 9.')
  })

  test('cannot use the code of another user', async () => {
    const { person } = await createEnrolledColleague()
    const other = await createEnrolledColleague()
    const { token } = await signIn(person)
    expect((await enterCode(person, token, codeNow(other.secret, 1))).status).toBe(401)
    expect((await enterCode(person, token, other.codes[0] ?? '')).status).toBe(401)
  })

  // Security: 6.4.3
  test('still needs the code after a password reset', async () => {
    const { person, visitor } = await createEnrolledColleague()
    await as(visitor).call(routes.sessions.forgot, { body: { email: person.email } })
    const token = (await mails.linkTo(person.email)).searchParams.get('token') ?? ''
    await as(visitor).call(routes.sessions.activate, {
      body: { token, email: person.email, password: 'Freze1453' },
    })
    expect(await signIn(person, 'Freze1453')).toMatchObject({ next: 'code' })
  })

  test('signs in at every vendor with the same one, as an operator', async () => {
    const [vendor, otherVendor] = [await fixtures.vendor(), await fixtures.vendor()]
    const { secret } = await factors.enrol(vendor.vendorId, vendor.operator.userId)
    const operator = { domain: otherVendor.domain, email: vendor.operator.email }
    const { token, next } = await signIn(operator)
    expect(next).toBe('code')
    const { body } = await enterCode(operator, token, codeNow(secret, 1))
    expect(
      (await as({ ...otherVendor.visitor, token: body.token }).call(routes.sessions.me)).body,
    ).toMatchObject({ isAdmin: true })
  })

  test('needs the password alone until the second factor is confirmed', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    await factors.beginEnrolment(vendorId, staff.userId)
    expect((await signIn(staff)).next).toBeUndefined()
  })
})

describe('the challenge of the first step', () => {
  // Security: 6.5.5
  test('is valid for ten minutes', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    const late = await enterCode(person, token, codeNow(secret))
    vi.useRealTimers()
    expect([late.status, late.body.message]).toEqual([
      401,
      'Girişin süresi doldu. E-posta adresiniz ve parolanızla yeniden başlayın.',
    ])
  })

  test('is invalid at another vendor', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { domain } = await fixtures.vendor()
    const { token } = await signIn(person)
    expect(
      (await enterCode({ domain, email: person.email }, token, codeNow(secret, 1))).status,
    ).toBe(401)
  })

  test('is invalid after the password has changed', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    await owner.query("update users set password_hash = 'another' where id = $1", [person.userId])
    expect((await enterCode(person, token, codeNow(secret, 1))).status).toBe(401)
  })

  test('is invalid when made up or altered', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    for (const forged of [
      'abc',
      (person.token ?? '').replaceAll('.', ''),
      `${token.slice(0, -4)}AAAA`,
    ])
      expect((await enterCode(person, forged, codeNow(secret, 1))).status).toBe(401)
  })

  test('is invalid once the user is removed from the team', async () => {
    const { person, secret, admin } = await createEnrolledColleague()
    const { token } = await signIn(person)
    await as(admin).call(routes.team.remove, {
      params: { user: person.userId },
      body: { email: person.email },
    })
    expect((await enterCode(person, token, codeNow(secret, 1))).status).toBe(401)
  })
})

test('a wrong password is answered alike, whether there is a second factor or not', async () => {
  const { person, staff, domain } = await createEnrolledColleague()
  const answers = [
    await signIn(person, 'Yanlis1453'),
    await signIn(staff, 'Yanlis1453'),
    await signIn({ domain, email: 'kimse@tezgah.test' }),
  ]
  const bodies = answers.map(answer => ({ ...answer, requestId: '' }))
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
})

// Security: 6.5.2
test('the secret and the recovery codes cannot be read in the database', async () => {
  const { vendorId, person, secret, codes } = await createEnrolledColleague()
  const { rows } = await owner.query(
    'select f.secret, array_agg(c.code_hash) as hashes from second_factors f join recovery_codes c using (vendor_id, user_id) where vendor_id = $1 and user_id = $2 group by 1',
    [vendorId, person.userId],
  )
  const stored = JSON.stringify(rows)
  expect(rows[0].hashes).toHaveLength(10)
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    expect(stored).not.toContain(secret.toString(form))
  for (const code of codes) expect(stored).not.toContain(code)
})
