import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { sharedPortal } from '#testing/portal.ts'
import { codeNow, secondFactorsIn } from '#testing/sign-in/second-factors.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { createEnrolledColleague, signIn, enterCode, isSignedIn } = factors
const { as, owner } = portal

describe('guessing codes', () => {
  test('ends after five from one network, and ends no session', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const from = '203.0.113.5'
    for (let i = 0; i < 5; i++)
      expect((await enterCode(person, token, '000000', { from })).status).toBe(401)
    const refused = await enterCode(person, token, codeNow(secret, 1), { from })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await isSignedIn(person)).toBe(true)
    expect(
      (await enterCode(person, token, codeNow(secret, 1), { from: '203.0.113.6' })).status,
    ).toBe(200)
  })

  test('ends after five from one network, also when all arrive at the same moment', async () => {
    const { person } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const all = await Promise.all(
      [...Array(15)].map(() => enterCode(person, token, '000000', { from: '203.0.113.7' })),
    )
    const count = (status: number) => all.filter(answer => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 10])
  })

  test('ends after twenty from many networks, but not on one where the user has entered a right code', async () => {
    const { person, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    const home = '203.0.113.9'
    expect((await enterCode(person, token, '000000', { from: home })).status).toBe(401)
    expect((await enterCode(person, token, codeNow(secret, 1), { from: home })).status).toBe(200)
    for (let i = 0; i < 19; i++)
      await enterCode(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await enterCode(person, token, '000000', { from: '198.51.100.99' })).status).toBe(429)
    expect((await enterCode(person, token, '000000', { from: home })).status).toBe(401)
  })

  test('goes no further on a network with a sign-in at another vendor by the password alone', async () => {
    const { person } = await createEnrolledColleague()
    const other = await fixtures.vendor()
    await owner.query('update users set email = $1 where vendor_id = $2 and id = $3', [
      person.email,
      other.vendorId,
      other.staff.userId,
    ])
    const from = '203.0.113.10'
    expect(
      (await signIn({ domain: other.domain, email: person.email }, password, from)).next,
    ).toBeUndefined()
    const { token } = await signIn(person, password, from)
    for (let i = 0; i < 20; i++)
      await enterCode(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await enterCode(person, token, '000000', { from })).status).toBe(429)
  })

  test('uses up no mail about a new device', async () => {
    const { person, codes } = await createEnrolledColleague()
    const [first = '', second = ''] = codes
    const issueChallenge = async () => (await signIn(person)).token
    expect((await enterCode(person, await issueChallenge(), first)).status).toBe(200)
    for (let i = 0; i < 6; i++)
      expect(
        (await enterCode(person, await issueChallenge(), '000000', { from: `198.51.100.${i}` }))
          .status,
      ).toBe(401)
    expect(
      (await enterCode(person, await issueChallenge(), second, { from: '198.51.100.9' })).status,
    ).toBe(200)
    const subjects = (await mails.to(person.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('yeni bir cihazdan giriş yapıldı'))
  })

  test('is in the audit, as it takes the password', async () => {
    const { person, admin } = await createEnrolledColleague()
    const { token } = await signIn(person)
    await enterCode(person, token, '000000')
    const { body } = await as(admin).call(routes.audit.list, {
      query: { action: 'secondFactor.enter' },
    })
    expect(body.entries).toMatchObject([
      { user: person.userId, refusal: 'InvalidCredentialsError' },
    ])
  })
})
