import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { whileRefused } from '#testing/refusing.ts'
import { codeNow, secondFactorsIn } from '#testing/second-factors.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type Known = Pick<Person, 'domain' | 'email'>
const visitor = ({ domain, email }: Known): Person => ({ domain, token: null, userId: '', email })
const signIn = async (who: Known, secret = password, from = '203.0.113.1') =>
  (
    await as(visitor(who)).call(
      routes.sessions.login,
      { body: { email: who.email, password: secret } },
      { headers: { 'x-forwarded-for': from } },
    )
  ).body
const show = (who: Known, pass: string, code: string, more: { devices?: string[]; from?: string } = {}) =>
  as(visitor(who)).call(
    routes.secondFactor.enter,
    { body: { pass, code, ...(more.devices && { devices: more.devices }) } },
    more.from ? { headers: { 'x-forwarded-for': more.from } } : {},
  )
const stillIn = async (person: Person, token = person.token) => (await as({ ...person, token }).call(routes.sessions.me)).status === 200

/** A colleague who signs in with a second factor. */
async function withFactor(role: 'staff' | 'admin' = 'staff') {
  const vendor = await given.vendor()
  const person = await given.person(vendor, role)
  return { ...vendor, person, ...(await factors.enrolled(vendor.vendorId, person.userId)) }
}

/** A vendor's administrator, who has one, requires a second factor of the team. */
async function requiredAt({ vendorId, admin }: { vendorId: string; admin: Person }) {
  await factors.enrolled(vendorId, admin.userId)
  expect((await as(admin).call(routes.secondFactor.require)).status).toBe(200)
}

describe('who has a second factor', () => {
  test('is not in by their password alone: what they are given opens nothing', async () => {
    const { person } = await withFactor()
    const { token, next, device } = await signIn(person)
    expect([next, device]).toEqual(['code', undefined])
    expect(await stillIn(person, token)).toBe(false)
  })

  test('is in with the code of their app', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    const { body } = await show(person, token, codeNow(secret, 1))
    expect(await stillIn(person, body.token)).toBe(true)
  })

  test('is in with a code that is written as the app shows it, in two halves', async () => {
    const { person, secret } = await withFactor()
    const code = codeNow(secret, 1)
    const { token } = await signIn(person)
    expect((await show(person, token, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  })

  test('is not in with a wrong code, and is told so', async () => {
    const { person } = await withFactor()
    const { token } = await signIn(person)
    const { status, body } = await show(person, token, '000000')
    expect([status, body.name]).toEqual([401, 'InvalidCredentialsError'])
    expect(body.message).toContain('Kod doğru değil')
  })

  test('is told of a recovery code that is none in words of its own', async () => {
    const { person } = await withFactor()
    const { token } = await signIn(person)
    const { status, body } = await show(person, token, 'AAAAA-BBBBB')
    expect([status, body.message]).toEqual([401, 'Kurtarma kodu doğru değil ya da daha önce kullanıldı.'])
  })

  test('is not in with a code that was good once', async () => {
    const { person, secret } = await withFactor()
    const code = codeNow(secret, 1)
    const { token } = await signIn(person)
    expect((await show(person, token, code)).status).toBe(200)
    expect((await show(person, token, code)).status).toBe(401)
    expect((await show(person, token, codeNow(secret))).status).toBe(401) // nor with one before it
  })

  test.each([
    ['code of the app', 'second_factors', ({ secret }: { secret: Buffer }) => codeNow(secret, 1)],
    ['recovery code', 'recovery_codes', ({ codes }: { codes: string[] }) => codes[0] ?? ''],
  ])('is in once, where two show the same %s at the same moment', async (_, table, codeOf) => {
    const { person, ...factor } = await withFactor()
    const code = codeOf(factor)
    const passes = [(await signIn(person)).token, (await signIn(person)).token]
    const hold = `select from ${table} where user_id = $1 for update`
    const both = await queueBehind(
      portal,
      hold,
      [person.userId],
      passes.map(pass => () => show(person, pass, code)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const { sessions } = (await as(person).call(routes.sessions.list)).body
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
  })

  test('is in with a recovery code, in small letters too and without its dash, and with each only once', async () => {
    const { person, codes } = await withFactor()
    const { token } = await signIn(person)
    const [code = ''] = codes
    expect((await show(person, token, code.toLowerCase().replace('-', ''))).status).toBe(200)
    expect((await show(person, token, code)).status).toBe(401)
    const mail = (await mails.to(person.email)).at(-1)
    expect(mail?.text).toContain('Geriye kalan kod: 9.')
  })

  test('is not in with the code of somebody else', async () => {
    const { person } = await withFactor()
    const other = await withFactor()
    const { token } = await signIn(person)
    expect((await show(person, token, codeNow(other.secret, 1))).status).toBe(401)
    expect((await show(person, token, other.codes[0] ?? '')).status).toBe(401)
  })

  test('does not get round it by a new password', async () => {
    const { person, visitor } = await withFactor()
    await as(visitor).call(routes.sessions.forgot, { body: { email: person.email } })
    const token = (await mails.linkTo(person.email)).searchParams.get('token') ?? ''
    await as(visitor).call(routes.sessions.activate, { body: { token, email: person.email, password: 'Freze1453' } })
    expect(await signIn(person, 'Freze1453')).toMatchObject({ next: 'code' })
  })

  test('is in at every vendor with the same one, where they are an operator', async () => {
    const [here, there] = [await given.vendor(), await given.vendor()]
    const { secret } = await factors.enrolled(here.vendorId, here.operator.userId)
    const operator = { domain: there.domain, email: here.operator.email }
    const { token, next } = await signIn(operator)
    expect(next).toBe('code')
    const { body } = await show(operator, token, codeNow(secret, 1))
    expect((await as({ ...there.visitor, token: body.token }).call(routes.sessions.me)).body).toMatchObject({ isAdmin: true })
  })

  test('is asked for the password alone, where they have only begun to make one', async () => {
    const { staff, vendorId } = await given.vendor()
    await factors.begun(vendorId, staff.userId)
    expect((await signIn(staff)).next).toBeUndefined()
  })
})

describe('what the first step answers', () => {
  test('is good for ten minutes', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    const late = await show(person, token, codeNow(secret))
    vi.useRealTimers()
    expect([late.status, late.body.message]).toEqual([401, 'Girişin süresi doldu. E-posta adresiniz ve parolanızla yeniden başlayın.'])
  })

  test('is nothing at another vendor', async () => {
    const { person, secret } = await withFactor()
    const { domain } = await given.vendor()
    const { token } = await signIn(person)
    expect((await show({ domain, email: person.email }, token, codeNow(secret, 1))).status).toBe(401)
  })

  test('is nothing after the password has changed', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    await owner.query("update users set password_hash = 'another' where id = $1", [person.userId])
    expect((await show(person, token, codeNow(secret, 1))).status).toBe(401)
  })

  test('is nothing where it was made up or altered', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    for (const forged of ['abc', (person.token ?? '').replaceAll('.', ''), `${token.slice(0, -4)}AAAA`])
      expect((await show(person, forged, codeNow(secret, 1))).status).toBe(401)
  })

  test('is no longer good once they are removed from the team', async () => {
    const { person, secret, admin } = await withFactor()
    const { token } = await signIn(person)
    await as(admin).call(routes.team.remove, { params: { user: person.userId }, body: { email: person.email } })
    expect((await show(person, token, codeNow(secret, 1))).status).toBe(401)
  })
})

describe('where the session cannot be made, as the database fails', () => {
  /** Nobody gets a session at a vendor while this runs. */
  const withoutSessions = <T>(vendorId: string, work: () => Promise<T>) =>
    whileRefused(portal, { change: 'insert', table: 'sessions', column: 'vendor_id', is: vendorId }, work)
  /** A staff member, or an operator, whose second factor is the platform's. */
  async function enrolled(role: 'staff' | 'operator') {
    const vendor = await given.vendor()
    return { ...vendor, person: vendor[role], ...(await factors.enrolled(vendor.vendorId, vendor[role].userId)) }
  }
  const roles = ['staff', 'operator'] as const

  test.each(roles)('the recovery code of %s is not used up, and no mail says so', async role => {
    const { vendorId, person, codes } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codes[0] ?? ''
    expect((await withoutSessions(vendorId, () => show(person, token, code))).status).toBe(503)
    expect((await show(person, token, code)).status).toBe(200)
    const about = (await mails.to(person.email)).filter(({ text }) => text?.includes('Geriye kalan kod'))
    expect(about.map(({ text }) => text)).toEqual([expect.stringContaining('Geriye kalan kod: 9.')])
  })

  test.each(roles)('the code of the app of %s is good again', async role => {
    const { vendorId, person, secret } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codeNow(secret, 1)
    expect((await withoutSessions(vendorId, () => show(person, token, code))).status).toBe(503)
    expect((await show(person, token, code)).status).toBe(200)
  })

  test.each(roles)('no try of %s is counted', async role => {
    const { vendorId, person, codes } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codes[0] ?? ''
    const tries = () => Promise.all([...Array(5)].map(() => show(person, token, code)))
    expect((await withoutSessions(vendorId, tries)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect((await show(person, token, code)).status).toBe(200)
  })

  test.each(roles)('the second factor that %s sets up at the sign-in is not on', async role => {
    const vendor = await given.vendor()
    const person = vendor[role]
    await requiredAt(vendor)
    const { token: pass } = await signIn(person)
    const { code } = await factors.begun(vendor.vendorId, person.userId)
    const confirm = () => as(visitor(person)).call(routes.secondFactor.confirmAtSignIn, { body: { pass, code } })
    expect((await withoutSessions(vendor.vendorId, confirm)).status).toBe(503)
    const { status, body } = await confirm()
    expect([status, body.codes?.length]).toEqual([200, 10])
  })

  test('a wrong code of an operator leaves no trace of a sign-in', async () => {
    const { admin, person } = await enrolled('operator')
    const { token } = await signIn(person)
    expect((await show(person, token, '000000')).status).toBe(401)
    expect((await as(admin).call(routes.audit.list, { query: { action: 'sessions.login' } })).body.entries).toEqual([])
  })
})

test('whoever shows the right code is in, also where it cannot be noted that it was no guess', async () => {
  const { person, secret, vendorId } = await withFactor()
  const { token } = await signIn(person)
  const key = portal.platform.signing.seal('attempt', 'codesOfOneAtPlace', vendorId, person.userId, '127.0.0.1')
  const refused = { change: 'update', table: 'attempts', column: 'key', is: key } as const
  expect((await whileRefused(portal, refused, () => show(person, token, codeNow(secret, 1)))).status).toBe(200)
})

describe('where an operator’s code cannot be used up, once there is a session', () => {
  test('the session is ended, and the code is good again', async () => {
    const { vendorId, operator } = await given.vendor()
    const { id } = await factors.begun(vendorId, operator.userId)
    const { codes } = await factors.enrolled(vendorId, operator.userId)
    const { token } = await signIn(operator)
    const code = codes[0] ?? ''
    const refused = { change: 'delete', table: 'recovery_codes', column: 'user_id', is: id } as const
    const failed = await whileRefused(portal, refused, () => show(operator, token, code))
    expect(failed.status).toBe(503)
    expect((await as(operator).call(routes.sessions.list)).body.sessions).toHaveLength(1)
    expect((await show(operator, token, code)).status).toBe(200)
  })
})

describe('who sets up a second factor at the sign-in', () => {
  const enrol = async (person: Known, pass: string, code: string) =>
    (await as(visitor(person)).call(routes.secondFactor.confirmAtSignIn, { body: { pass, code } })).body

  test('is signed out at every other vendor, as an operator: there the password alone was shown', async () => {
    const [here, there] = [await given.vendor(), await given.vendor()]
    await requiredAt(here)
    const { email } = here.operator
    const elsewhere = { ...here.operator, domain: there.domain, token: (await signIn({ domain: there.domain, email })).token }
    expect(await stillIn(elsewhere)).toBe(true)
    const { token: pass } = await signIn(here.operator)
    const { code } = await factors.begun(here.vendorId, here.operator.userId)
    const { token } = await enrol(here.operator, pass, code)
    expect([await stillIn(elsewhere), await stillIn(here.operator, token)]).toEqual([false, true])
  })

  test.each(['before', 'after'])(
    'keeps no session of a sign-in by the password alone that comes a moment %s it, as an operator',
    async when => {
      const [here, there] = [await given.vendor(), await given.vendor()]
      await requiredAt(here)
      const { operator } = here
      const pass = (await signIn(operator)).token
      const { id, code } = await factors.begun(here.vendorId, operator.userId)
      const elsewhere = { ...operator, domain: there.domain, token: null }
      const byPassword = () => as(elsewhere).call(routes.sessions.login, { body: { email: operator.email, password } })
      const enrolled = () => as(visitor(operator)).call(routes.secondFactor.confirmAtSignIn, { body: { pass, code } }) as never
      const hold = 'select from users where id = $1 for no key update'
      const answers = await queueBehind(portal, hold, [id], when === 'before' ? [byPassword, enrolled] : [enrolled, byPassword])
      const [theirs, other] = when === 'before' ? answers.reverse() : answers
      expect([await stillIn(operator, theirs?.body.token), await stillIn({ ...elsewhere, token: other?.body.token ?? null })]).toEqual([
        true,
        false,
      ])
    },
  )

  test('is signed out where they have come by the password alone meanwhile', async () => {
    const vendor = await given.vendor()
    const { staff, admin, vendorId } = vendor
    await requiredAt(vendor)
    const { token: pass } = await signIn(staff)
    await as(admin).call(routes.secondFactor.release)
    const byPassword = (await signIn(staff)).token
    expect(await stillIn(staff, byPassword)).toBe(true)
    const { code } = await factors.begun(vendorId, staff.userId)
    const { token } = await enrol(staff, pass, code)
    expect([await stillIn(staff, byPassword), await stillIn(staff, token)]).toEqual([false, true])
  })
})

describe('guessing codes', () => {
  test('ends after five at one place, and signs nobody out', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    const from = '203.0.113.5'
    for (let i = 0; i < 5; i++) expect((await show(person, token, '000000', { from })).status).toBe(401)
    const refused = await show(person, token, codeNow(secret, 1), { from })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await stillIn(person)).toBe(true)
    expect((await show(person, token, codeNow(secret, 1), { from: '203.0.113.6' })).status).toBe(200)
  })

  test('ends after five at one place, also where all of them come at the same moment', async () => {
    const { person } = await withFactor()
    const { token } = await signIn(person)
    const all = await Promise.all([...Array(15)].map(() => show(person, token, '000000', { from: '203.0.113.7' })))
    const count = (status: number) => all.filter(answer => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 10])
  })

  test('ends after twenty from many places, but not where its user has been', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    const home = '203.0.113.9'
    expect((await show(person, token, codeNow(secret), { from: home })).status).toBe(401) // it was used to confirm
    expect((await show(person, token, codeNow(secret, 1), { from: home })).status).toBe(200)
    for (let i = 0; i < 19; i++) await show(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await show(person, token, '000000', { from: '198.51.100.99' })).status).toBe(429)
    expect((await show(person, token, '000000', { from: home })).status).toBe(401)
  })

  test('goes no further from where somebody has signed in at another vendor, with the password alone', async () => {
    const { person } = await withFactor()
    const other = await given.vendor()
    await owner.query('update users set email = $1 where vendor_id = $2 and id = $3', [person.email, other.vendorId, other.staff.userId])
    const from = '203.0.113.10'
    expect((await signIn({ domain: other.domain, email: person.email }, password, from)).next).toBeUndefined()
    const { token } = await signIn(person, password, from)
    for (let i = 0; i < 20; i++) await show(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await show(person, token, '000000', { from })).status).toBe(429)
  })

  test('takes no mail about a new device away from whoever comes with the right one', async () => {
    const { person, codes } = await withFactor()
    const [first = '', second = ''] = codes
    const pass = async () => (await signIn(person)).token
    expect((await show(person, await pass(), first)).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await show(person, await pass(), '000000', { from: `198.51.100.${i}` })).status).toBe(401)
    expect((await show(person, await pass(), second, { from: '198.51.100.9' })).status).toBe(200)
    const subjects = (await mails.to(person.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('yeni bir cihazdan giriş yapıldı'))
  })

  test('is in the audit, as whoever does it knows the password', async () => {
    const { person, admin } = await withFactor()
    const { token } = await signIn(person)
    await show(person, token, '000000')
    const { body } = await as(admin).call(routes.audit.list, { query: { action: 'secondFactor.enter' } })
    expect(body.entries).toMatchObject([{ user: person.userId, refusal: 'InvalidCredentialsError' }])
  })
})

test('a wrong password is answered alike, whether there is a second factor or not', async () => {
  const { person, staff, domain } = await withFactor()
  const answers = [
    await signIn(person, 'Yanlis1453'),
    await signIn(staff, 'Yanlis1453'),
    await signIn({ domain, email: 'kimse@tezgah.test' }),
  ]
  const said = answers.map(answer => ({ ...answer, requestId: '' }))
  expect(said).toEqual([said[0], said[0], said[0]])
})

test('the secret and the recovery codes cannot be read in the database', async () => {
  const { vendorId, person, secret, codes } = await withFactor()
  const { rows } = await owner.query(
    'select f.secret, array_agg(c.code_hash) as hashes from second_factors f join recovery_codes c using (vendor_id, user_id) where vendor_id = $1 and user_id = $2 group by 1',
    [vendorId, person.userId],
  )
  const kept = JSON.stringify(rows)
  expect(rows[0].hashes).toHaveLength(10)
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) expect(kept).not.toContain(secret.toString(form))
  for (const code of codes) expect(kept).not.toContain(code)
})
