import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { whileChangeFails } from '#testing/database/failing-changes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { sharedPortal } from '#testing/portal.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { createEnrolledColleague, requireAt, signIn, enterCode } = factors
const { as } = portal

describe('where the session cannot be made, as the database fails', () => {
  /** Refuses sessions at a vendor while `work` runs. */
  const withoutSessions = <T>(vendorId: string, work: () => Promise<T>) =>
    whileChangeFails(
      portal,
      { change: 'insert', table: 'sessions', column: 'vendor_id', is: vendorId },
      work,
    )
  /** A staff member, or an operator, whose second factor is the platform's. */
  async function enrolled(role: 'staff' | 'operator') {
    const vendor = await fixtures.vendor()
    return {
      ...vendor,
      person: vendor[role],
      ...(await factors.enrol(vendor.vendorId, vendor[role].userId)),
    }
  }
  const roles = ['staff', 'operator'] as const

  test.each(roles)('the recovery code of %s is not used up, and no mail says so', async role => {
    const { vendorId, person, codes } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codes[0] ?? ''
    expect((await withoutSessions(vendorId, () => enterCode(person, token, code))).status).toBe(503)
    expect((await enterCode(person, token, code)).status).toBe(200)
    const about = (await mails.to(person.email)).filter(({ text }) =>
      text?.includes('Geriye kalan kod'),
    )
    expect(about.map(({ text }) => text)).toEqual([expect.stringContaining('Geriye kalan kod: 9.')])
  })

  test.each(roles)('the code of the app of %s is good again', async role => {
    const { vendorId, person, secret } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codeNow(secret, 1)
    expect((await withoutSessions(vendorId, () => enterCode(person, token, code))).status).toBe(503)
    expect((await enterCode(person, token, code)).status).toBe(200)
  })

  test.each(roles)('no attempt of %s is counted', async role => {
    const { vendorId, person, codes } = await enrolled(role)
    const { token } = await signIn(person)
    const code = codes[0] ?? ''
    const attempts = () => Promise.all([...Array(5)].map(() => enterCode(person, token, code)))
    expect((await withoutSessions(vendorId, attempts)).map(({ status }) => status)).toEqual([
      503, 503, 503, 503, 503,
    ])
    expect((await enterCode(person, token, code)).status).toBe(200)
  })

  test.each(roles)('the second factor that %s sets up at the sign-in is not on', async role => {
    const vendor = await fixtures.vendor()
    const person = vendor[role]
    await requireAt(vendor)
    const { token: challenge } = await signIn(person)
    const { code } = await factors.beginEnrolment(vendor.vendorId, person.userId)
    const confirm = () =>
      as(visitor(person)).call(routes.secondFactor.confirmAtSignIn, {
        body: { pass: challenge, code },
      })
    expect((await withoutSessions(vendor.vendorId, confirm)).status).toBe(503)
    const { status, body } = await confirm()
    expect([status, body.codes?.length]).toEqual([200, 10])
  })

  test('a wrong code of an operator leaves no trace of a sign-in', async () => {
    const { admin, person } = await enrolled('operator')
    const { token } = await signIn(person)
    expect((await enterCode(person, token, '000000')).status).toBe(401)
    expect(
      (await as(admin).call(routes.audit.list, { query: { action: 'sessions.login' } })).body
        .entries,
    ).toEqual([])
  })
})

test('a right code signs the user in, also when the attempt cannot be refunded', async () => {
  const { person, secret, vendorId } = await createEnrolledColleague()
  const { token } = await signIn(person)
  const key = portal.platform.signing.sign(
    'attempt',
    'codesOfOneAtPlace',
    vendorId,
    person.userId,
    '127.0.0.1',
  )
  const refused = { change: 'update', table: 'attempts', column: 'key', is: key } as const
  expect(
    (await whileChangeFails(portal, refused, () => enterCode(person, token, codeNow(secret, 1))))
      .status,
  ).toBe(200)
})

describe('where an operator’s code cannot be used up, once there is a session', () => {
  test('the session is ended, and the code is good again', async () => {
    const { vendorId, operator } = await fixtures.vendor()
    const { id } = await factors.beginEnrolment(vendorId, operator.userId)
    const { codes } = await factors.enrol(vendorId, operator.userId)
    const { token } = await signIn(operator)
    const code = codes[0] ?? ''
    const refused = {
      change: 'delete',
      table: 'recovery_codes',
      column: 'user_id',
      is: id,
    } as const
    const failed = await whileChangeFails(portal, refused, () => enterCode(operator, token, code))
    expect(failed.status).toBe(503)
    expect((await as(operator).call(routes.sessions.list)).body.sessions).toHaveLength(1)
    expect((await enterCode(operator, token, code)).status).toBe(200)
  })
})
