import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { times } from '#testing/sign-in/sign-in-attempts.ts'

// One person, several spellings of an address.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

const signIn = async (at: Person, email: string, secret = password) =>
  (await as(at).call(routes.sessions.login, { body: { email, password: secret } })).status
const invite = (admin: Person, company: string, email: string) =>
  as(admin).call(routes.users.invite, {
    params: { company },
    body: { email, name: 'Ece', surname: 'Su' },
  })

/** A member of a company who has the address `email`. */
async function memberWithEmail(email: string) {
  const at = await fixtures.company()
  await owner.query('update users set email = $1 where vendor_id = $2 and id = $3', [
    email,
    at.vendorId,
    at.member.userId,
  ])
  return { ...at, member: { ...at.member, email } }
}

describe('a user whose address is ilker@demo.test', () => {
  test.each([
    'İLKER@DEMO.TEST',
    'Ilker@Demo.Test',
    '\u200bilker@demo.test\u00a0',
    '\u202ailker@demo.test\u202c',
    'ilker@demo.test.',
    'ilker＠demo.test',
  ])('signs in as %j', async spelling => {
    const { visitor } = await memberWithEmail('ilker@demo.test')
    expect(await signIn(visitor, spelling)).toBe(200)
  })

  // Security: 6.4.3
  test('gets a reset link at the stored address, by any spelling, and sets a password with it', async () => {
    const { visitor } = await memberWithEmail('ilker-reset@demo.test')
    expect(
      (
        await as(visitor).call(routes.sessions.forgot, {
          body: { email: '\u200bİLKER-reset@DEMO.TEST' },
        })
      ).status,
    ).toBe(200)
    const token = (await mails.linkTo('ilker-reset@demo.test')).searchParams.get('token') ?? ''
    const body = { token, email: 'İlker-reset@demo.test', password: 'Freze2071' }
    expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(200)
    expect(await signIn(visitor, 'ilker-reset@demo.test', 'Freze2071')).toBe(200)
  })

  test('is not another user, whose address has an ı or a ş', async () => {
    const { visitor } = await memberWithEmail('ilker@demo.test')
    expect([
      await signIn(visitor, 'ılker@demo.test'),
      await signIn(visitor, 'i\u0327lker@demo.test'),
    ]).toEqual([401, 401])
  })
})

// Security: 6.3.1
test('guesses at a password count together, whatever the spelling of the address', async () => {
  const { visitor } = await memberWithEmail('tahmin@demo.test')
  const spellings = [
    'tahmin@demo.test',
    'TAHMİN@DEMO.TEST',
    'tah\u200bmin@demo.test',
    'Tahmin@demo.test.',
  ]
  let guess = 0
  await times(20, () => signIn(visitor, spellings[guess++ % spellings.length] ?? '', 'Yanlis1453'))
  expect(await Promise.all(spellings.map(spelling => signIn(visitor, spelling)))).toEqual(
    spellings.map(() => 429),
  )
})

describe('a person who is invited by two spellings', () => {
  test.each([
    ['ece@örnek.test', 'Ece@XN--RNEK-4QA.TEST'],
    ['İREM@demo.test', 'irem@demo.test'],
    ['nur@demo.test', '\u200bnur@de\u00admo.test.'],
  ])('is one user: %j and %j', async (one, other) => {
    const { admin, companyId, ...seller } = await fixtures.company()
    const second = await fixtures.company({ admin, ...seller })
    const invited = await invite(admin, companyId, one)
    const again = await invite(admin, second.companyId, other)
    expect([again.status, again.body._id, again.body.email]).toEqual([
      200,
      invited.body._id,
      invited.body.email,
    ])
    expect((await invite(admin, companyId, other)).status).toBe(409)
  })

  test('is removed by either', async () => {
    const { admin, companyId } = await fixtures.company()
    const { body } = await invite(admin, companyId, 'ece@örnek.test')
    const remove = (email: string) =>
      as(admin).call(routes.users.remove, {
        params: { company: companyId, user: body._id },
        body: { email },
      })
    expect([
      (await remove('ece@ornek.test')).status,
      (await remove('ECE@Örnek.test')).status,
    ]).toEqual([409, 200])
  })
})

const errors = [{ path: 'email', msg: expect.stringContaining('e-posta') }]

test.each(['ali@demo', '\u200b@demo.test', 'ali@demo.test, b@c.test'])(
  '%j is refused as the address of an invitation and of a reset, with the reason at its field',
  async email => {
    const { admin, companyId, visitor } = await fixtures.company()
    expect((await invite(admin, companyId, email)).body).toMatchObject({
      name: 'ValidationError',
      errors,
    })
    expect(
      (await as(visitor).call(routes.sessions.forgot, { body: { email } })).body,
    ).toMatchObject({ name: 'ValidationError', errors })
  },
)

test.each([
  'ali@demo..test',
  'ali@.demo.test',
  'ali@-demo.test',
  'ali@1.2.3.4',
  'ali@de\u200cmo.test',
])('%j is refused as the address of an invitation, with the reason at its field', async email => {
  const { admin, companyId } = await fixtures.company()
  expect((await invite(admin, companyId, email)).body).toMatchObject({
    name: 'ValidationError',
    errors,
  })
})

test.each(['ops@192.168.1.5', 'ali@demo..test'])(
  'a user of an earlier version whose address is %j gets a reset link',
  async email => {
    const { visitor } = await memberWithEmail(email)
    expect((await as(visitor).call(routes.sessions.forgot, { body: { email } })).status).toBe(200)
    expect((await mails.linkTo(email)).pathname).toBe('/resetpassword')
  },
)

// Versions before migration 0026 stored spellings, of which two can be one mailbox.
describe('two accounts of one mailbox from an earlier version', async () => {
  async function createTwins(isSecondActive = true) {
    const at = await memberWithEmail('İrem@örnek.test')
    const twin = await fixtures.person(at, 'customer')
    await fixtures.join(at.vendorId, twin.userId, at.companyId)
    const hash = isSecondActive ? await hashPassword('Freze2071', '') : null
    await owner.query(
      'update users set email = $1, password_hash = $2 where vendor_id = $3 and id = $4',
      ['irem@xn--rnek-4qa.test', hash, at.vendorId, twin.userId],
    )
    return { ...at, twin }
  }

  test('both sign in, each by the spelling of theirs', async () => {
    const { visitor } = await createTwins()
    expect([
      await signIn(visitor, 'İrem@örnek.test'),
      await signIn(visitor, 'irem@xn--rnek-4qa.test', 'Freze2071'),
    ]).toEqual([200, 200])
    expect(await signIn(visitor, 'irem@örnek.test', 'Freze2071')).toBe(200)
  })

  test('the one that was never activated does not stand before the other', async () => {
    const { visitor } = await createTwins(false)
    for (const spelling of ['İrem@örnek.test', 'İREM@ÖRNEK.TEST'.replace('Ö', 'ö')])
      expect(await signIn(visitor, spelling)).toBe(200)
  })

  test('each is removed from a company under its own row', async () => {
    const { admin, companyId, member, twin } = await createTwins()
    const remove = (user: string, email: string) =>
      as(admin).call(routes.users.remove, { params: { company: companyId, user }, body: { email } })
    expect([
      (await remove(member.userId, 'İrem@örnek.test')).status,
      (await remove(twin.userId, 'irem@örnek.test')).status,
    ]).toEqual([200, 200])
  })
})
