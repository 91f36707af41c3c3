import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'

const PUBLIC_URL = 'https://destek.example.com'
const required = { OPERATOR_SECOND_FACTOR: 'required' }
const optional = { OPERATOR_SECOND_FACTOR: 'optional' }

// Security: 6.3.3
test.each([
  ['sets up a second factor where PUBLIC_URL is public', { PUBLIC_URL }, 'enrol'],
  ['sets up a second factor where it is required', required, 'enrol'],
  [
    'signs in by the password where PUBLIC_URL is public and it is optional',
    { PUBLIC_URL, ...optional },
    undefined,
  ],
  ['signs in by the password without PUBLIC_URL', {}, undefined],
  [
    'signs in by the password where PUBLIC_URL leads to this machine',
    { PUBLIC_URL: 'http://demo.localhost:3000' },
    undefined,
  ],
])(
  'an operator without a second factor %s; the team of a vendor is not concerned',
  async (_, settings, next) => {
    const portal = await openPortal(settings)
    const { operator, admin, staff } = await fixturesIn(portal).vendor()
    const { signIn } = secondFactorsIn(portal)
    expect([
      (await signIn(operator)).next,
      (await signIn(admin)).next,
      (await signIn(staff)).next,
    ]).toEqual([next, undefined, undefined])
  },
)

describe('where operators must have a second factor, an operator', async () => {
  const portal = await openPortal(required)
  const fixtures = fixturesIn(portal)
  const { beginEnrolment, enrol, enterCode, isSignedIn, signIn } = secondFactorsIn(portal)
  const { as } = portal
  const { secondFactor } = routes

  // Security: T11
  test('without one has no session until it is set up, and then signs in at any vendor with a code', async () => {
    const [here, there] = [await fixtures.vendor(), await fixtures.vendor()]
    const { operator, vendorId } = here
    const { token: challenge } = await signIn(operator)
    expect(await isSignedIn(operator, challenge)).toBe(false)
    const { code, secret } = await beginEnrolment(vendorId, operator.userId)
    const { body } = await as(visitor(operator)).call(secondFactor.confirmAtSignIn, {
      body: { pass: challenge, code },
    })
    expect([body.codes.length, await isSignedIn(operator, body.token)]).toEqual([10, true])
    const elsewhere = { ...operator, domain: there.domain }
    const { token, next } = await signIn(elsewhere)
    expect(next).toBe('code')
    expect((await enterCode(elsewhere, token, codeNow(secret, 1))).status).toBe(200)
  })

  // Security: 6.3.3
  test('cannot turn it off, at a vendor that does not require it', async () => {
    const { operator, vendorId } = await fixtures.vendor()
    const { codes } = await enrol(vendorId, operator.userId)
    expect((await as(operator).call(secondFactor.status)).body).toMatchObject({
      on: true,
      required: true,
    })
    const refused = await as(operator).call(secondFactor.turnOff, {
      body: { password, code: codes[0] ?? '' },
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Hesabınız için iki adımlı giriş zorunlu; kapatılamaz.',
    ])
    expect((await as(operator).call(secondFactor.status)).body).toMatchObject({
      on: true,
      codesLeft: 10,
    })
  })
})

// Security: T11
test('when a server starts that requires one, the sessions of operators without one end at every vendor, and no others', async () => {
  const portal = await openPortal()
  const fixtures = fixturesIn(portal)
  const { enrol, isSignedIn } = secondFactorsIn(portal)
  const [first, second] = [await fixtures.vendor(), await fixtures.vendor()]
  await enrol(second.vendorId, second.operator.userId)
  const users = [first.operator, first.staff, second.operator, second.admin]
  const signedIn = () => Promise.all(users.map(user => isSignedIn(user)))
  expect(await signedIn()).toEqual([true, true, true, true])
  const instance = await startInstance(portal, { PUBLIC_URL })
  try {
    expect(await signedIn()).toEqual([false, true, true, true])
  } finally {
    await instance.stop()
  }
})
