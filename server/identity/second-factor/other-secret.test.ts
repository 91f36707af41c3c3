import { describe, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { password } from '#testing/given.ts'
import { caller, openPortal, type Person } from '#testing/portal.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/second-factors.ts'
import { start } from '../../app/start.ts'

const portal = await openPortal()
const factors = secondFactorsIn(portal)

describe('once TOKEN_SECRET is another', () => {
  /** A colleague with a second factor; the calls of the server as it runs now. */
  async function changed() {
    const other = await start(
      { ...portal.platform.config, tokenSecret: 'another secret of this installation', port: 0 },
      portal.connection,
      {
        logLevel: 'silent',
      },
    )
    onTestFinished(() => other.stop())
    const call = caller(other.http)
    const pass = async (who: Person) =>
      (await call(visitor(who)).call(routes.sessions.login, { body: { email: who.email, password } })).body
    return { ...(await factors.withFactor()), call, pass }
  }
  const helps = {
    tr: 'Ekibinizdeki bir yöneticiden sıfırlamasını isteyin; başka yönetici yoksa portalı işleten kişi sıfırlayabilir.',
    en: 'Ask an administrator of your team to reset it; where there is no other, whoever runs the portal can.',
  }

  test.each(['tr', 'en'] as const)('who has a second factor is told who can help, whichever code they show (%s)', async language => {
    const { person, secret, codes, call, pass } = await changed()
    const { token } = await pass(person)
    for (const code of [codeNow(secret, 1), codes[0] ?? '']) {
      const { status, body } = await call({ ...visitor(person), language }).call(routes.secondFactor.enter, { body: { pass: token, code } })
      expect([status, body.message]).toEqual([409, expect.stringContaining(helps[language])])
    }
  })

  test('an administrator who has none resets it, and their colleague is in by the password', async () => {
    const { person, admin, call, pass } = await changed()
    const { token } = await pass(admin)
    expect((await call({ ...admin, token }).call(routes.secondFactor.reset, { params: { user: person.userId } })).status).toBe(200)
    expect((await pass(person)).next).toBeUndefined()
  })

  test('who was setting one up begins anew', async () => {
    const { staff, vendorId, call, pass } = await changed()
    const { code } = await factors.begun(vendorId, staff.userId)
    const inside = call({ ...staff, token: (await pass(staff)).token })
    const { status, body } = await inside.call(routes.secondFactor.confirm, { body: { code } })
    expect([status, body.message]).toEqual([409, 'İki adımlı girişi açmaya yeniden başlayın; bu kurulum artık geçerli değil.'])
    expect((await inside.call(routes.secondFactor.begin, { body: { password } })).status).toBe(200)
  })
})
