import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { type Known, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const { requireAt, signIn, isSignedIn } = factors
const { as } = portal

describe('a user who sets up a second factor at the sign-in', () => {
  const enrol = async (person: Known, challenge: string, code: string) =>
    (
      await as(visitor(person)).call(routes.secondFactor.confirmAtSignIn, {
        body: { pass: challenge, code },
      })
    ).body

  // Security: 7.4.3
  test('is signed out, as an operator, at every other vendor: those sessions began with the password alone', async () => {
    const [here, there] = [await fixtures.vendor(), await fixtures.vendor()]
    await requireAt(here)
    const { email } = here.operator
    const elsewhere = {
      ...here.operator,
      domain: there.domain,
      token: (await signIn({ domain: there.domain, email })).token,
    }
    expect(await isSignedIn(elsewhere)).toBe(true)
    const { token: challenge } = await signIn(here.operator)
    const { code } = await factors.beginEnrolment(here.vendorId, here.operator.userId)
    const { token } = await enrol(here.operator, challenge, code)
    expect([await isSignedIn(elsewhere), await isSignedIn(here.operator, token)]).toEqual([
      false,
      true,
    ])
  })

  test.each(['before', 'after'])(
    'keeps no session of a sign-in by the password alone that comes a moment %s it, as an operator',
    async when => {
      const [here, there] = [await fixtures.vendor(), await fixtures.vendor()]
      await requireAt(here)
      const { operator } = here
      const challenge = (await signIn(operator)).token
      const { id, code } = await factors.beginEnrolment(here.vendorId, operator.userId)
      const elsewhere = { ...operator, domain: there.domain, token: null }
      const byPassword = () =>
        as(elsewhere).call(routes.sessions.login, { body: { email: operator.email, password } })
      const enrolOperator = () =>
        as(visitor(operator)).call(
          routes.secondFactor.confirmAtSignIn,
          { body: { pass: challenge, code } },
          { headers: { 'x-forwarded-for': '203.0.113.1' } },
        ) as never
      const hold = 'select from users where id = $1 for no key update'
      const answers = await queueBehind(
        portal,
        hold,
        [id],
        when === 'before' ? [byPassword, enrolOperator] : [enrolOperator, byPassword],
      )
      const [enrolment, signedIn] = when === 'before' ? answers.reverse() : answers
      expect([
        await isSignedIn(operator, enrolment?.body.token),
        await isSignedIn({ ...elsewhere, token: signedIn?.body.token ?? null }),
      ]).toEqual([true, false])
    },
  )

  test('is signed out where they have signed in with the password alone meanwhile', async () => {
    const vendor = await fixtures.vendor()
    const { staff, admin, vendorId } = vendor
    await requireAt(vendor)
    const { token: challenge } = await signIn(staff)
    await as(admin).call(routes.secondFactor.release)
    const byPassword = (await signIn(staff)).token
    expect(await isSignedIn(staff, byPassword)).toBe(true)
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    const { token } = await enrol(staff, challenge, code)
    expect([await isSignedIn(staff, byPassword), await isSignedIn(staff, token)]).toEqual([
      false,
      true,
    ])
  })
})
