import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/second-factors.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { signIn, stillIn } = factors
const { as } = portal
const { secondFactor } = routes

const require = (admin: Person) => as(admin).call(secondFactor.require)

/** A vendor that requires a second factor; its administrator has one. */
async function strict() {
  const vendor = await given.company()
  const { secret, codes } = await factors.enrolled(vendor.vendorId, vendor.admin.userId)
  expect((await require(vendor.admin)).status).toBe(200)
  return { ...vendor, secret, codes }
}

describe('a vendor that requires a second factor', () => {
  test('signs out at once whoever of its team has none, and nobody else', async () => {
    const { admin, staff, operator, member } = await strict()
    expect(await Promise.all([admin, staff, operator, member].map(person => stillIn(person)))).toEqual([true, false, false, true])
  })

  test('lets nobody of its team in before they have made one; then they are in', async () => {
    const { staff, vendorId } = await strict()
    const { token: pass, next } = await signIn(staff)
    expect(next).toBe('enrol')
    expect(await stillIn({ ...staff, token: pass })).toBe(false)
    await as(visitor(staff)).call(secondFactor.beginAtSignIn, { body: { pass } })
    const wrong = await as(visitor(staff)).call(secondFactor.confirmAtSignIn, { body: { pass, code: '000000' } })
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'code'])
    const { code } = await factors.begun(vendorId, staff.userId)
    const { body } = await as(visitor(staff)).call(secondFactor.confirmAtSignIn, { body: { pass, code } })
    expect(body.codes).toHaveLength(10)
    expect(await stillIn({ ...staff, token: body.token })).toBe(true)
    expect((await mails.to(staff.email)).at(-1)?.subject).toContain('iki adımlı giriş açıldı')
  })

  test('asks whoever has one for a code, and shows them no other secret', async () => {
    const { admin, secret } = await strict()
    const { token: pass, next } = await signIn(admin)
    expect(next).toBe('code')
    expect((await as(visitor(admin)).call(secondFactor.beginAtSignIn, { body: { pass } })).status).toBe(409)
    expect((await as(visitor(admin)).call(secondFactor.enter, { body: { pass, code: codeNow(secret, 1) } })).status).toBe(200)
  })

  test('lets customers in by their password', async () => {
    const { member } = await strict()
    expect((await signIn(member)).next).toBeUndefined()
  })

  test('finds whoever is signing in while it begins to', async () => {
    const { admin, staff, vendorId } = await given.vendor()
    await factors.enrolled(vendorId, admin.userId)
    const [signedIn] = await queueBehind(
      portal,
      'select from vendors where vendor_id = $1 for update',
      [vendorId],
      [() => as(visitor(staff)).call(routes.sessions.login, { body: { email: staff.email, password } }), () => require(admin) as never],
    )
    expect(await stillIn({ ...staff, token: signedIn?.body.token ?? null })).toBe(false)
  })

  test('may require it no more', async () => {
    const { admin, staff } = await strict()
    expect((await as(admin).call(secondFactor.release)).body.message).toBe('İki adımlı giriş artık zorunlu değil.')
    expect((await signIn(staff)).next).toBeUndefined()
    expect((await as(admin).call(secondFactor.requirement)).body).toEqual({ required: false })
  })

  test('is no other vendor', async () => {
    const other = await given.vendor()
    await strict()
    expect(await stillIn(other.staff)).toBe(true)
    expect((await as(other.admin).call(secondFactor.requirement)).body).toEqual({ required: false })
  })
})

test('an administrator without one cannot require it of the others', async () => {
  const { admin, staff } = await given.vendor()
  const refused = await require(admin)
  expect([refused.status, refused.body.message]).toEqual([409, 'Ekibinizden istemeden önce kendi hesabınızda iki adımlı girişi açın.'])
  expect(await stillIn(staff)).toBe(true)
})

describe('an administrator', () => {
  test('sees who of the team has one', async () => {
    const { admin, staff, vendorId } = await given.vendor()
    await factors.enrolled(vendorId, staff.userId)
    const { users } = (await as(admin).call(routes.team.list)).body
    expect(Object.fromEntries(users.map(({ _id, secondFactor }) => [_id, secondFactor]))).toEqual({
      [admin.userId]: false,
      [staff.userId]: true,
    })
  })

  test('resets that of a colleague who lost it, who is signed out and told by mail', async () => {
    const { admin, staff, vendorId } = await given.vendor()
    await factors.enrolled(vendorId, staff.userId)
    const { body } = await as(admin).call(secondFactor.reset, { params: { user: staff.userId } })
    expect(body.message).toBe('İki adımlı girişi sıfırlandı.')
    expect(await stillIn(staff)).toBe(false)
    expect((await signIn(staff)).next).toBeUndefined()
    const [mail] = await mails.to(staff.email)
    expect(mail?.text).toContain('Ayşe Yılmaz iki adımlı girişinizi sıfırladı')
    const { entries } = (await as(admin).call(routes.audit.list, { query: { action: 'secondFactor.reset' } })).body
    expect(entries).toMatchObject([{ user: admin.userId, subject: staff.email }])
  })

  test('resets neither their own, nor that of who has none, nor one of anybody who is not on the team', async () => {
    const { admin, staff, operator, member, vendorId } = await given.company()
    for (const person of [admin, operator]) await factors.enrolled(vendorId, person.userId)
    const reset = async (person: Person) => (await as(admin).call(secondFactor.reset, { params: { user: person.userId } })).status
    expect([await reset(admin), await reset(staff), await reset(operator), await reset(member)]).toEqual([409, 409, 404, 404])
  })
})

test('who is removed from the team and comes back begins anew', async () => {
  const { admin, staff, vendorId } = await given.vendor()
  await factors.enrolled(vendorId, staff.userId)
  await as(admin).call(routes.team.remove, { params: { user: staff.userId }, body: { email: staff.email } })
  const again = await as(admin).call(routes.team.invite, { body: { email: staff.email, name: 'Ayşe', surname: 'Su', role: 'staff' } })
  expect(again.body).toMatchObject({ _id: staff.userId, secondFactor: false })
})
