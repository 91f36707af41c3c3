import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { codeNow, secondFactorsIn } from '#testing/second-factors.ts'

const portal = await openPortal()
const given = givenIn(portal)
const factors = secondFactorsIn(portal)
const mails = mailsIn(portal)
const { withFactor, signIn, show, stillIn } = factors
const { as, owner } = portal

describe('guessing codes', () => {
  test('ends after five at one place, and signs nobody out', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    const from = '203.0.113.5'
    for (let i = 0; i < 5; i++) expect((await show(person, token, '000000', { from })).status).toBe(401)
    const refused = await show(person, token, codeNow(secret, 1), { from })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await stillIn(person)).toBe(true)
    expect((await show(person, token, codeNow(secret, 1), { from: '203.0.113.6' })).status).toBe(200)
  })

  test('ends after five at one place, also where all of them come at the same moment', async () => {
    const { person } = await withFactor()
    const { token } = await signIn(person)
    const all = await Promise.all([...Array(15)].map(() => show(person, token, '000000', { from: '203.0.113.7' })))
    const count = (status: number) => all.filter(answer => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 10])
  })

  test('ends after twenty from many places, but not where its user has been', async () => {
    const { person, secret } = await withFactor()
    const { token } = await signIn(person)
    const home = '203.0.113.9'
    expect((await show(person, token, codeNow(secret), { from: home })).status).toBe(401) // it was used to confirm
    expect((await show(person, token, codeNow(secret, 1), { from: home })).status).toBe(200)
    for (let i = 0; i < 19; i++) await show(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await show(person, token, '000000', { from: '198.51.100.99' })).status).toBe(429)
    expect((await show(person, token, '000000', { from: home })).status).toBe(401)
  })

  test('goes no further from where somebody has signed in at another vendor, with the password alone', async () => {
    const { person } = await withFactor()
    const other = await given.vendor()
    await owner.query('update users set email = $1 where vendor_id = $2 and id = $3', [person.email, other.vendorId, other.staff.userId])
    const from = '203.0.113.10'
    expect((await signIn({ domain: other.domain, email: person.email }, password, from)).next).toBeUndefined()
    const { token } = await signIn(person, password, from)
    for (let i = 0; i < 20; i++) await show(person, token, '000000', { from: `198.51.100.${i}` })
    expect((await show(person, token, '000000', { from })).status).toBe(429)
  })

  test('takes no mail about a new device away from whoever comes with the right one', async () => {
    const { person, codes } = await withFactor()
    const [first = '', second = ''] = codes
    const pass = async () => (await signIn(person)).token
    expect((await show(person, await pass(), first)).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await show(person, await pass(), '000000', { from: `198.51.100.${i}` })).status).toBe(401)
    expect((await show(person, await pass(), second, { from: '198.51.100.9' })).status).toBe(200)
    const subjects = (await mails.to(person.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('yeni bir cihazdan giriş yapıldı'))
  })

  test('is in the audit, as whoever does it knows the password', async () => {
    const { person, admin } = await withFactor()
    const { token } = await signIn(person)
    await show(person, token, '000000')
    const { body } = await as(admin).call(routes.audit.list, { query: { action: 'secondFactor.enter' } })
    expect(body.entries).toMatchObject([{ user: person.userId, refusal: 'InvalidCredentialsError' }])
  })
})
