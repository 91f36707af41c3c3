import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { codeNow, secondFactorsIn } from '#testing/second-factors.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { withFactor, signIn, show, stillIn } = factors
const { as, owner } = portal

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
