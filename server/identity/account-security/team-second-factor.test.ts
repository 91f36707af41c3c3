import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { signIn, isSignedIn } = factors
const { as } = portal
const { secondFactor } = routes

const require = (admin: Person) => as(admin).call(secondFactor.require)

/** A vendor that requires a second factor; its administrator has one. */
async function vendorWithRequirement() {
  const vendor = await fixtures.company()
  const { secret, codes } = await factors.enrol(vendor.vendorId, vendor.admin.userId)
  expect((await require(vendor.admin)).status).toBe(200)
  return { ...vendor, secret, codes }
}

describe('a vendor that requires a second factor', () => {
  test('signs out at once the members of its team without one, and no other user', async () => {
    const { admin, staff, operator, member } = await vendorWithRequirement()
    expect(
      await Promise.all([admin, staff, operator, member].map(person => isSignedIn(person))),
    ).toEqual([true, false, false, true])
  })

  // Security: 6.3.3
  test('lets its team sign in only after setting one up', async () => {
    const { staff, vendorId } = await vendorWithRequirement()
    const { token: challenge, next } = await signIn(staff)
    expect(next).toBe('enrol')
    expect(await isSignedIn({ ...staff, token: challenge })).toBe(false)
    await as(visitor(staff)).call(secondFactor.beginAtSignIn, { body: { pass: challenge } })
    const wrong = await as(visitor(staff)).call(secondFactor.confirmAtSignIn, {
      body: { pass: challenge, code: '000000' },
    })
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'code'])
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    const { body } = await as(visitor(staff)).call(secondFactor.confirmAtSignIn, {
      body: { pass: challenge, code },
    })
    expect(body.codes).toHaveLength(10)
    expect(await isSignedIn({ ...staff, token: body.token })).toBe(true)
    expect((await mails.to(staff.email)).at(-1)?.subject).toContain('iki adımlı giriş açıldı')
  })

  test('asks users who have one for a code, and shows them no new secret', async () => {
    const { admin, secret } = await vendorWithRequirement()
    const { token: challenge, next } = await signIn(admin)
    expect(next).toBe('code')
    expect(
      (await as(visitor(admin)).call(secondFactor.beginAtSignIn, { body: { pass: challenge } }))
        .status,
    ).toBe(409)
    expect(
      (
        await as(visitor(admin)).call(secondFactor.enter, {
          body: { pass: challenge, code: codeNow(secret, 1) },
        })
      ).status,
    ).toBe(200)
  })

  test('lets customers in by their password', async () => {
    const { member } = await vendorWithRequirement()
    expect((await signIn(member)).next).toBeUndefined()
  })

  test('ends the sessions of sign-ins in progress when the requirement begins', async () => {
    const { admin, staff, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, admin.userId)
    const [signedIn] = await queueBehind(
      portal,
      'select from vendors where vendor_id = $1 for update',
      [vendorId],
      [
        () =>
          as(visitor(staff)).call(routes.sessions.login, {
            body: { email: staff.email, password },
          }),
        () => require(admin) as never,
      ],
    )
    expect(await isSignedIn({ ...staff, token: signedIn?.body.token ?? null })).toBe(false)
  })

  test('can stop requiring it', async () => {
    const { admin, staff } = await vendorWithRequirement()
    expect((await as(admin).call(secondFactor.release)).body.message).toBe(
      'İki adımlı giriş artık zorunlu değil.',
    )
    expect((await signIn(staff)).next).toBeUndefined()
    expect((await as(admin).call(secondFactor.requirement)).body).toEqual({ required: false })
  })

  test('changes nothing at other vendors', async () => {
    const other = await fixtures.vendor()
    await vendorWithRequirement()
    expect(await isSignedIn(other.staff)).toBe(true)
    expect((await as(other.admin).call(secondFactor.requirement)).body).toEqual({ required: false })
  })
})

test('an administrator without one cannot require it of the others', async () => {
  const { admin, staff } = await fixtures.vendor()
  const refused = await require(admin)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Ekibinizden istemeden önce kendi hesabınızda iki adımlı girişi açın.',
  ])
  expect(await isSignedIn(staff)).toBe(true)
})

describe('an administrator', () => {
  test('sees who of the team has one', async () => {
    const { admin, staff, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, staff.userId)
    const { users } = (await as(admin).call(routes.team.list)).body
    expect(Object.fromEntries(users.map(({ _id, secondFactor }) => [_id, secondFactor]))).toEqual({
      [admin.userId]: false,
      [staff.userId]: true,
    })
  })

  // Security: 6.4.4, 7.4.5
  test('resets that of a colleague who lost it, who is signed out and told by mail', async () => {
    const { admin, staff, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, staff.userId)
    const { body } = await as(admin).call(secondFactor.reset, { params: { user: staff.userId } })
    expect(body.message).toBe('İki adımlı girişi sıfırlandı.')
    expect(await isSignedIn(staff)).toBe(false)
    expect((await signIn(staff)).next).toBeUndefined()
    const [mail] = await mails.to(staff.email)
    expect(mail?.text).toContain('Ayşe Yılmaz iki adımlı girişinizi sıfırladı')
    expect(mail?.text).toContain(`/login?mail=${encodeURIComponent(staff.email)}`)
    const { entries } = (
      await as(admin).call(routes.audit.list, { query: { action: 'secondFactor.reset' } })
    ).body
    expect(entries).toMatchObject([{ user: admin.userId, subject: staff.email }])
  })

  test('resets that of a colleague who renews the recovery codes at that moment', async () => {
    const { admin, staff, vendorId } = await fixtures.vendor()
    const { codes } = await factors.enrol(vendorId, staff.userId)
    const renew = () =>
      as(staff).call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } })
    const reset = () => as(admin).call(secondFactor.reset, { params: { user: staff.userId } })
    const held = 'select from recovery_codes where user_id = $1 for key share'
    const answers = await queueBehind<{ status: number }>(
      portal,
      held,
      [staff.userId],
      [renew, reset],
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await signIn(staff)).next).toBeUndefined()
  })

  test('cannot reset their own, that of a colleague without one, or that of a user outside the team', async () => {
    const { admin, staff, operator, member, vendorId } = await fixtures.company()
    for (const person of [admin, operator]) await factors.enrol(vendorId, person.userId)
    const reset = async (person: Person) =>
      (await as(admin).call(secondFactor.reset, { params: { user: person.userId } })).status
    expect([
      await reset(admin),
      await reset(staff),
      await reset(operator),
      await reset(member),
    ]).toEqual([409, 409, 404, 404])
  })
})

test('a colleague who is removed from the team and invited again has no second factor', async () => {
  const { admin, staff, vendorId } = await fixtures.vendor()
  await factors.enrol(vendorId, staff.userId)
  await as(admin).call(routes.team.remove, {
    params: { user: staff.userId },
    body: { email: staff.email },
  })
  const again = await as(admin).call(routes.team.invite, {
    body: { email: staff.email, name: 'Ayşe', surname: 'Su', role: 'staff' },
  })
  expect(again.body).toMatchObject({ _id: staff.userId, secondFactor: false })
})
