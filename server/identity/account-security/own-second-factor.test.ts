import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { whileChangeFails } from '#testing/database/failing-changes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { decodeBase32 } from '#testing/sign-in/base32.ts'
import { whileHashQueueFull } from '#testing/sign-in/hash-queue.ts'
import { codeNow, secondFactorsIn } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { isSignedIn } = factors
const { as } = portal
const { secondFactor } = routes

const statusOf = async (person: Person) => (await as(person).call(secondFactor.status)).body
const begin = async (person: Person, secret = password) =>
  as(person).call(secondFactor.begin, { body: { password: secret } })
const confirm = (person: Person, code: string) =>
  as(person).call(secondFactor.confirm, { body: { code } })
const subjectsTo = async (person: Person, least: number) =>
  (await mails.to(person.email, least)).map(({ subject }) => subject ?? '')

describe('turning it on', () => {
  // Security: 6.5.4
  test.each(['staff', 'admin', 'operator'] as const)(
    'works for %s: by the password, and then a code of the app',
    async role => {
      const vendor = await fixtures.vendor()
      const person = vendor[role]
      const { body } = await begin(person)
      expect(body.uri).toContain(`secret=${body.secret}&issuer=`)
      expect(await statusOf(person)).toEqual({ on: false, codesLeft: 0, required: false })
      const { codes } = (await confirm(person, codeNow(decodeBase32(body.secret)))).body
      expect(new Set(codes).size).toBe(10)
      expect(codes.every(code => /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/.test(code))).toBe(true)
      expect(await statusOf(person)).toEqual({ on: true, codesLeft: 10, required: false })
      // An operator's second factor is the platform's, and so is the mail.
      const sender = role === 'operator' ? 'Tezgah' : `Satıcı ${vendor.domain}`
      expect(await subjectsTo(person, 1)).toEqual([
        `${sender} destek portalı: iki adımlı giriş açıldı`,
      ])
    },
  )

  // Security: 7.5.1
  test('takes the password, so that another person at an open session cannot lock the user out', async () => {
    const { staff } = await fixtures.vendor()
    const { status, body } = await begin(staff, 'Yanlis1453')
    expect([status, body.errors]).toEqual([400, [{ msg: 'Parola hatalı.', path: 'password' }]])
  })

  test('is active only after a right code', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    const { secret } = await factors.beginEnrolment(vendorId, staff.userId)
    const wrong = await confirm(staff, codeNow(secret, 5))
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'code'])
    expect((await statusOf(staff)).on).toBe(false)
    expect((await confirm(staff, codeNow(secret))).status).toBe(200)
  })

  test('begun twice, only the second secret is good', async () => {
    const { staff } = await fixtures.vendor()
    const first = decodeBase32((await begin(staff)).body.secret)
    const second = decodeBase32((await begin(staff)).body.secret)
    expect((await confirm(staff, codeNow(first))).status).toBe(400)
    expect((await confirm(staff, codeNow(second))).status).toBe(200)
  })

  // Security: 7.4.3
  test('ends the other sessions, which began with the password alone', async () => {
    const { staff, vendorId, domain } = await fixtures.vendor()
    const elsewhere = { ...staff, ...(await fixtures.session({ vendorId, domain }, staff.userId)) }
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    await confirm(staff, code)
    expect([await isSignedIn(staff), await isSignedIn(elsewhere)]).toEqual([true, false])
  })

  test.each([
    ['staff', 'before'],
    ['staff', 'after'],
    ['operator', 'before'],
    ['operator', 'after'],
  ] as const)(
    'leaves %s no session from a sign-in by the password alone a moment %s it',
    async (role, when) => {
      const { vendorId, ...vendor } = await fixtures.vendor()
      const person = vendor[role]
      const { id, code } = await factors.beginEnrolment(vendorId, person.userId)
      const signIn = () =>
        as({ ...person, token: null }).call(routes.sessions.login, {
          body: { email: person.email, password },
        })
      const turnOn = () => confirm(person, code) as never
      const hold = 'select from users where id = $1 for no key update'
      const answers = await queueBehind(
        portal,
        hold,
        [id],
        when === 'before' ? [signIn, turnOn] : [signIn, turnOn].reverse(),
      )
      const token = answers[when === 'before' ? 0 : 1]?.body.token ?? null
      expect([await isSignedIn(person), await isSignedIn({ ...person, token })]).toEqual([
        true,
        false,
      ])
    },
  )

  test('is refused where it is on, or was not begun', async () => {
    const { staff, admin, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, staff.userId)
    expect((await begin(staff)).body.message).toBe('İki adımlı giriş zaten açık.')
    expect([
      (await confirm(staff, '123456')).status,
      (await confirm(admin, '123456')).status,
    ]).toEqual([409, 409])
  })
})

describe('turning it off', () => {
  // Security: 7.5.1
  test('takes the password and a code', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    const { secret } = await factors.enrol(vendorId, staff.userId)
    const turnOff = (body: { password: string; code: string }) =>
      as(staff).call(secondFactor.turnOff, { body })
    expect(
      (await turnOff({ password: 'Yanlis1453', code: codeNow(secret, 1) })).body.errors?.[0]?.path,
    ).toBe('password')
    expect((await turnOff({ password, code: '000000' })).body.errors?.[0]?.path).toBe('code')
    expect((await turnOff({ password, code: codeNow(secret, 1) })).body.message).toBe(
      'İki adımlı giriş kapatıldı.',
    )
    expect((await statusOf(staff)).on).toBe(false)
    expect(await subjectsTo(staff, 1)).toEqual([
      expect.stringContaining('iki adımlı giriş kapatıldı'),
    ])
  })

  // Security: 6.4.4
  test('is possible with a recovery code, without the phone', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    const { codes } = await factors.enrol(vendorId, staff.userId)
    const { status } = await as(staff).call(secondFactor.turnOff, {
      body: { password, code: codes[0] ?? '' },
    })
    expect(status).toBe(200)
  })

  test('is refused where the vendor requires it, and uses up no code', async () => {
    const { admin, vendorId } = await fixtures.vendor()
    const { codes } = await factors.enrol(vendorId, admin.userId)
    await as(admin).call(secondFactor.require)
    const refused = await as(admin).call(secondFactor.turnOff, {
      body: { password, code: codes[0] ?? '' },
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Hesabınız için iki adımlı giriş zorunlu; kapatılamaz.',
    ])
    expect(await statusOf(admin)).toEqual({ on: true, codesLeft: 10, required: true })
  })

  test('signs an operator out at the other vendors, which may require it', async () => {
    const [vendor, otherVendor] = [await fixtures.vendor(), await fixtures.vendor()]
    const { secret, codes } = await factors.enrol(vendor.vendorId, vendor.operator.userId)
    const elsewhere = { ...vendor.operator, domain: otherVendor.domain, token: null }
    const { token: challenge } = (
      await as(elsewhere).call(routes.sessions.login, {
        body: { email: elsewhere.email, password },
      })
    ).body
    const { token } = (
      await as(elsewhere).call(secondFactor.enter, {
        body: { pass: challenge, code: codeNow(secret, 1) },
      })
    ).body
    expect(await isSignedIn({ ...elsewhere, token })).toBe(true)
    expect(
      (
        await as(vendor.operator).call(secondFactor.turnOff, {
          body: { password, code: codes[0] ?? '' },
        })
      ).status,
    ).toBe(200)
    expect([await isSignedIn({ ...elsewhere, token }), await isSignedIn(vendor.operator)]).toEqual([
      false,
      true,
    ])
  })

  test('is refused where it is off', async () => {
    const { staff } = await fixtures.vendor()
    expect(
      (await as(staff).call(secondFactor.turnOff, { body: { password, code: '123456' } })).status,
    ).toBe(409)
  })
})

/** Refuses audit entries at the vendor while `work` runs; an
 * operator's change at the platform still commits. */
const withoutAudit = <T>(vendorId: string, work: () => Promise<T>) =>
  whileChangeFails(
    portal,
    { change: 'insert', table: 'audit_entries', column: 'vendor_id', is: vendorId },
    work,
  )

describe('where the database fails to write the audit of an operator’s change', () => {
  test('it is on, with their other sessions ended and a mail to them', async () => {
    const { operator, vendorId, domain } = await fixtures.vendor()
    const elsewhere = {
      ...operator,
      ...(await fixtures.session({ vendorId, domain }, operator.userId)),
    }
    const { code } = await factors.beginEnrolment(vendorId, operator.userId)
    expect((await withoutAudit(vendorId, () => confirm(operator, code))).status).toBe(503)
    expect((await statusOf(operator)).on).toBe(true)
    expect([await isSignedIn(operator), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await subjectsTo(operator, 1)).toEqual([
      expect.stringContaining('iki adımlı giriş açıldı'),
    ])
  })

  test('it is off, with their other sessions ended and a mail to them', async () => {
    const { operator, vendorId, domain } = await fixtures.vendor()
    const { codes } = await factors.enrol(vendorId, operator.userId)
    const elsewhere = {
      ...operator,
      ...(await fixtures.session({ vendorId, domain }, operator.userId)),
    }
    const turnOff = () =>
      as(operator).call(secondFactor.turnOff, { body: { password, code: codes[0] ?? '' } })
    expect((await withoutAudit(vendorId, turnOff)).status).toBe(503)
    expect((await statusOf(operator)).on).toBe(false)
    expect([await isSignedIn(operator), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await subjectsTo(operator, 1)).toEqual([
      expect.stringContaining('iki adımlı giriş kapatıldı'),
    ])
  })
})

describe('no attempt is counted', () => {
  test('of a password, when the queue of password hashes is full', async () => {
    const { staff } = await fixtures.vendor()
    const statuses: number[] = []
    await whileHashQueueFull(async () => {
      // above the limit of wrong passwords
      for (let i = 0; i < 25; i++) statuses.push((await begin(staff)).status)
    }, 'high')
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await begin(staff)).status).toBe(200)
  })

  test('of a code, where the database fails', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    const { codes } = await factors.enrol(vendorId, staff.userId)
    const renew = () =>
      as(staff).call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } })
    const attempts = await withoutAudit(vendorId, () => Promise.all([...Array(5)].map(renew)))
    expect(attempts.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect((await renew()).status).toBe(200)
  })

  test('of a code, where there is nothing to confirm', async () => {
    const { staff, vendorId } = await fixtures.vendor()
    for (let i = 0; i < 5; i++) expect((await confirm(staff, '123456')).status).toBe(409)
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    expect((await confirm(staff, code)).status).toBe(200)
  })
})

test('new recovery codes end the old, and take the password and a code', async () => {
  const { staff, vendorId } = await fixtures.vendor()
  const { codes, secret } = await factors.enrol(vendorId, staff.userId)
  const renew = (body: { password: string; code: string }) =>
    as(staff).call(secondFactor.renewCodes, { body })
  expect((await renew({ password: 'Yanlis1453', code: codes[0] ?? '' })).status).toBe(400)
  const renewed = (await renew({ password, code: codeNow(secret, 1) })).body.codes
  expect((await renew({ password, code: codes[1] ?? '' })).status).toBe(400)
  expect((await renew({ password, code: renewed[0] ?? '' })).status).toBe(200)
})

test('all of it is in the audit', async () => {
  const { admin, staff, vendorId } = await fixtures.vendor()
  const { code } = await factors.beginEnrolment(vendorId, staff.userId)
  const codes = (await confirm(staff, code)).body.codes
  const renewed = (
    await as(staff).call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } })
  ).body.codes
  await as(staff).call(secondFactor.turnOff, { body: { password, code: renewed[0] ?? '' } })
  const { body } = await as(admin).call(routes.audit.list, { query: { page: '0' } })
  const actions = body.entries
    .filter(({ user }) => user === staff.userId)
    .map(({ action }) => action)
  expect(actions).toEqual([
    'secondFactor.turnOff',
    'secondFactor.renewCodes',
    'secondFactor.confirm',
  ])
})
