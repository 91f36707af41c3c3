import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { whileCrowded } from '#testing/crowd.ts'
import { givenIn, password } from '#testing/given.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { whileRefused } from '#testing/refusing.ts'
import { codeNow, secondFactorsIn } from '#testing/second-factors.ts'
import { bytesOf } from '#testing/typed-key.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { stillIn } = factors
const { as } = portal
const { secondFactor } = routes

const statusOf = async (person: Person) => (await as(person).call(secondFactor.status)).body
const begin = async (person: Person, secret = password) => as(person).call(secondFactor.begin, { body: { password: secret } })
const confirm = (person: Person, code: string) => as(person).call(secondFactor.confirm, { body: { code } })
const subjectsTo = async (person: Person, least: number) => (await mails.to(person.email, least)).map(({ subject }) => subject ?? '')

describe('turning it on', () => {
  test.each(['staff', 'admin', 'operator'] as const)('works for %s: by the password, and then a code of the app', async role => {
    const vendor = await given.vendor()
    const person = vendor[role]
    const { body } = await begin(person)
    expect(body.uri).toContain(`secret=${body.secret}&issuer=`)
    expect(await statusOf(person)).toEqual({ on: false, codesLeft: 0, required: false })
    const { codes } = (await confirm(person, codeNow(bytesOf(body.secret)))).body
    expect(new Set(codes).size).toBe(10)
    expect(codes.every(code => /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/.test(code))).toBe(true)
    expect(await statusOf(person)).toEqual({ on: true, codesLeft: 10, required: false })
    // An operator's is on at every vendor: so the platform tells them, as of a new password.
    const teller = role === 'operator' ? 'Tezgah' : `Satıcı ${vendor.domain}`
    expect(await subjectsTo(person, 1)).toEqual([`${teller} destek portalı: iki adımlı giriş açıldı`])
  })

  test('takes the password, so that nobody locks out whoever left their screen open', async () => {
    const { staff } = await given.vendor()
    const { status, body } = await begin(staff, 'Yanlis1453')
    expect([status, body.errors]).toEqual([400, [{ msg: 'Parola hatalı.', path: 'password' }]])
  })

  test('counts only once its code is right', async () => {
    const { staff, vendorId } = await given.vendor()
    const { secret } = await factors.begun(vendorId, staff.userId)
    const wrong = await confirm(staff, codeNow(secret, 5))
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'code'])
    expect((await statusOf(staff)).on).toBe(false)
    expect((await confirm(staff, codeNow(secret))).status).toBe(200)
  })

  test('begun twice, only the second secret is good', async () => {
    const { staff } = await given.vendor()
    const first = bytesOf((await begin(staff)).body.secret)
    const second = bytesOf((await begin(staff)).body.secret)
    expect((await confirm(staff, codeNow(first))).status).toBe(400)
    expect((await confirm(staff, codeNow(second))).status).toBe(200)
  })

  test('signs out everywhere else, where only the password was shown', async () => {
    const { staff, vendorId, domain } = await given.vendor()
    const elsewhere = { ...staff, ...(await given.session({ vendorId, domain }, staff.userId)) }
    const { code } = await factors.begun(vendorId, staff.userId)
    await confirm(staff, code)
    expect([await stillIn(staff), await stillIn(elsewhere)]).toEqual([true, false])
  })

  test.each([
    ['staff', 'before'],
    ['staff', 'after'],
    ['operator', 'before'],
    ['operator', 'after'],
  ] as const)('leaves no session to %s whose sign-in by the password alone comes a moment %s it', async (role, when) => {
    const { vendorId, ...vendor } = await given.vendor()
    const person = vendor[role]
    const { id, code } = await factors.begun(vendorId, person.userId)
    const signIn = () => as({ ...person, token: null }).call(routes.sessions.login, { body: { email: person.email, password } })
    const turnOn = () => confirm(person, code) as never
    const hold = 'select from users where id = $1 for no key update'
    const answers = await queueBehind(portal, hold, [id], when === 'before' ? [signIn, turnOn] : [signIn, turnOn].reverse())
    const token = answers[when === 'before' ? 0 : 1]?.body.token ?? null
    expect([await stillIn(person), await stillIn({ ...person, token })]).toEqual([true, false])
  })

  test('is refused where it is on, or was not begun', async () => {
    const { staff, admin, vendorId } = await given.vendor()
    await factors.enrolled(vendorId, staff.userId)
    expect((await begin(staff)).body.message).toBe('İki adımlı giriş zaten açık.')
    expect([(await confirm(staff, '123456')).status, (await confirm(admin, '123456')).status]).toEqual([409, 409])
  })
})

describe('turning it off', () => {
  test('takes the password and a code', async () => {
    const { staff, vendorId } = await given.vendor()
    const { secret } = await factors.enrolled(vendorId, staff.userId)
    const turnOff = (body: { password: string; code: string }) => as(staff).call(secondFactor.turnOff, { body })
    expect((await turnOff({ password: 'Yanlis1453', code: codeNow(secret, 1) })).body.errors?.[0]?.path).toBe('password')
    expect((await turnOff({ password, code: '000000' })).body.errors?.[0]?.path).toBe('code')
    expect((await turnOff({ password, code: codeNow(secret, 1) })).body.message).toBe('İki adımlı giriş kapatıldı.')
    expect((await statusOf(staff)).on).toBe(false)
    expect(await subjectsTo(staff, 1)).toEqual([expect.stringContaining('iki adımlı giriş kapatıldı')])
  })

  test('is possible with a recovery code, for who has lost the phone', async () => {
    const { staff, vendorId } = await given.vendor()
    const { codes } = await factors.enrolled(vendorId, staff.userId)
    const { status } = await as(staff).call(secondFactor.turnOff, { body: { password, code: codes[0] ?? '' } })
    expect(status).toBe(200)
  })

  test('is refused where the vendor requires it, and uses up no code', async () => {
    const { admin, vendorId } = await given.vendor()
    const { codes } = await factors.enrolled(vendorId, admin.userId)
    await as(admin).call(secondFactor.require)
    const refused = await as(admin).call(secondFactor.turnOff, { body: { password, code: codes[0] ?? '' } })
    expect([refused.status, refused.body.message]).toEqual([409, 'Yöneticiniz iki adımlı girişi zorunlu tutuyor; kapatılamaz.'])
    expect(await statusOf(admin)).toEqual({ on: true, codesLeft: 10, required: true })
  })

  test('signs an operator out at the other vendors, which may require it', async () => {
    const [here, there] = [await given.vendor(), await given.vendor()]
    const { secret, codes } = await factors.enrolled(here.vendorId, here.operator.userId)
    const elsewhere = { ...here.operator, domain: there.domain, token: null }
    const { token: pass } = (await as(elsewhere).call(routes.sessions.login, { body: { email: elsewhere.email, password } })).body
    const { token } = (await as(elsewhere).call(secondFactor.enter, { body: { pass, code: codeNow(secret, 1) } })).body
    expect(await stillIn({ ...elsewhere, token })).toBe(true)
    expect((await as(here.operator).call(secondFactor.turnOff, { body: { password, code: codes[0] ?? '' } })).status).toBe(200)
    expect([await stillIn({ ...elsewhere, token }), await stillIn(here.operator)]).toEqual([false, true])
  })

  test('is refused where it is off', async () => {
    const { staff } = await given.vendor()
    expect((await as(staff).call(secondFactor.turnOff, { body: { password, code: '123456' } })).status).toBe(409)
  })
})

/** The vendor keeps no audit while this runs: what an operator changes at the platform is changed all the same. */
const withoutAudit = <T>(vendorId: string, work: () => Promise<T>) =>
  whileRefused(portal, { change: 'insert', table: 'audit_entries', column: 'vendor_id', is: vendorId }, work)

describe('where the vendor can keep nothing of what an operator changes, as the database fails', () => {
  test('it is on, with their other sessions ended and a mail to them', async () => {
    const { operator, vendorId, domain } = await given.vendor()
    const elsewhere = { ...operator, ...(await given.session({ vendorId, domain }, operator.userId)) }
    const { code } = await factors.begun(vendorId, operator.userId)
    expect((await withoutAudit(vendorId, () => confirm(operator, code))).status).toBe(503)
    expect((await statusOf(operator)).on).toBe(true)
    expect([await stillIn(operator), await stillIn(elsewhere)]).toEqual([true, false])
    expect(await subjectsTo(operator, 1)).toEqual([expect.stringContaining('iki adımlı giriş açıldı')])
  })

  test('it is off, with their other sessions ended and a mail to them', async () => {
    const { operator, vendorId, domain } = await given.vendor()
    const { codes } = await factors.enrolled(vendorId, operator.userId)
    const elsewhere = { ...operator, ...(await given.session({ vendorId, domain }, operator.userId)) }
    const turnOff = () => as(operator).call(secondFactor.turnOff, { body: { password, code: codes[0] ?? '' } })
    expect((await withoutAudit(vendorId, turnOff)).status).toBe(503)
    expect((await statusOf(operator)).on).toBe(false)
    expect([await stillIn(operator), await stillIn(elsewhere)]).toEqual([true, false])
    expect(await subjectsTo(operator, 1)).toEqual([expect.stringContaining('iki adımlı giriş kapatıldı')])
  })
})

describe('no try is counted', () => {
  test('of a password, where too many wait for theirs', async () => {
    const { staff } = await given.vendor()
    const statuses: number[] = []
    await whileCrowded(async () => {
      for (let i = 0; i < 25; i++) statuses.push((await begin(staff)).status) // more than one may try wrongly
    }, 'high')
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await begin(staff)).status).toBe(200)
  })

  test('of a code, where the database fails', async () => {
    const { staff, vendorId } = await given.vendor()
    const { codes } = await factors.enrolled(vendorId, staff.userId)
    const renew = () => as(staff).call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } })
    const tries = await withoutAudit(vendorId, () => Promise.all([...Array(5)].map(renew)))
    expect(tries.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect((await renew()).status).toBe(200)
  })

  test('of a code, where there is nothing to confirm', async () => {
    const { staff, vendorId } = await given.vendor()
    for (let i = 0; i < 5; i++) expect((await confirm(staff, '123456')).status).toBe(409)
    const { code } = await factors.begun(vendorId, staff.userId)
    expect((await confirm(staff, code)).status).toBe(200)
  })
})

test('new recovery codes end the old, and take the password and a code', async () => {
  const { staff, vendorId } = await given.vendor()
  const { codes, secret } = await factors.enrolled(vendorId, staff.userId)
  const renew = (body: { password: string; code: string }) => as(staff).call(secondFactor.renewCodes, { body })
  expect((await renew({ password: 'Yanlis1453', code: codes[0] ?? '' })).status).toBe(400)
  const renewed = (await renew({ password, code: codeNow(secret, 1) })).body.codes
  expect((await renew({ password, code: codes[1] ?? '' })).status).toBe(400)
  expect((await renew({ password, code: renewed[0] ?? '' })).status).toBe(200)
})

test('all of it is in the audit', async () => {
  const { admin, staff, vendorId } = await given.vendor()
  const { code } = await factors.begun(vendorId, staff.userId)
  const codes = (await confirm(staff, code)).body.codes
  const renewed = (await as(staff).call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } })).body.codes
  await as(staff).call(secondFactor.turnOff, { body: { password, code: renewed[0] ?? '' } })
  const { body } = await as(admin).call(routes.audit.list, { query: { page: '0' } })
  const theirs = body.entries.filter(({ user }) => user === staff.userId).map(({ action }) => action)
  expect(theirs).toEqual(['secondFactor.turnOff', 'secondFactor.renewCodes', 'secondFactor.confirm'])
})
