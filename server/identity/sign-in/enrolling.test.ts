import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { type Known, secondFactorsIn, visitor } from '#testing/second-factors.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const { requiredAt, signIn, stillIn } = factors
const { as } = portal

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
