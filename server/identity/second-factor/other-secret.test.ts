import { describe, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { password } from '#testing/fixtures.ts'
import { caller, openPortal, type Person } from '#testing/portal.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'
import { start } from '../../app/start.ts'

const portal = await openPortal()
const factors = secondFactorsIn(portal)

describe('once TOKEN_SECRET has changed', () => {
  /** A colleague with a second factor, and a server with another secret. */
  async function changeSecret() {
    const other = await start(
      { ...portal.platform.config, tokenSecret: 'another secret of this installation', port: 0 },
      portal.connection,
      {
        logLevel: 'silent',
      },
    )
    onTestFinished(() => other.stop())
    const call = caller(other.http)
    const signIn = async (person: Person) =>
      (
        await call(visitor(person)).call(routes.sessions.login, {
          body: { email: person.email, password },
        })
      ).body
    return { ...(await factors.createEnrolledColleague()), call, signIn }
  }
  const helps = {
    tr: 'Ekibinizdeki bir yöneticiden sıfırlamasını isteyin; başka yönetici yoksa portalı işleten kişi sıfırlayabilir.',
    en: 'Ask an administrator of your team to reset it; where there is no other, ',
  }

  test.each(['tr', 'en'] as const)(
    'a user with a second factor learns who can reset it, whichever code they enter (%s)',
    async language => {
      const { person, secret, codes, call, signIn } = await changeSecret()
      const { token } = await signIn(person)
      for (const code of [codeNow(secret, 1), codes[0] ?? '']) {
        const { status, body } = await call({ ...visitor(person), language }).call(
          routes.secondFactor.enter,
          {
            body: { pass: token, code },
          },
        )
        expect([status, body.message]).toEqual([409, expect.stringContaining(helps[language])])
      }
    },
  )

  test('an administrator without one resets it, and the colleague signs in by the password', async () => {
    const { person, admin, call, signIn } = await changeSecret()
    const { token } = await signIn(admin)
    expect(
      (
        await call({ ...admin, token }).call(routes.secondFactor.reset, {
          params: { user: person.userId },
        })
      ).status,
    ).toBe(200)
    expect((await signIn(person)).next).toBeUndefined()
  })

  test('a user who was setting one up has to start again', async () => {
    const { staff, vendorId, call, signIn } = await changeSecret()
    const { code } = await factors.beginEnrolment(vendorId, staff.userId)
    const inside = call({ ...staff, token: (await signIn(staff)).token })
    const { status, body } = await inside.call(routes.secondFactor.confirm, { body: { code } })
    expect([status, body.message]).toEqual([
      409,
      'İki adımlı girişi açmaya yeniden başlayın; bu kurulum artık geçerli değil.',
    ])
    expect((await inside.call(routes.secondFactor.begin, { body: { password } })).status).toBe(200)
  })
})
