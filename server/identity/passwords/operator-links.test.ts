import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'
import { times } from '#testing/sign-in/sign-in-attempts.ts'
import { addOperator } from '../../commands/add-operator.ts'
import { withConnection } from '../../commands/command.ts'

// A vendor may control its domain: a page of its own there
// could read the token of a link that leads to it.

const publicHost = 'destek.isletme.test'
const portal = await openPortal({
  PUBLIC_URL: `https://${publicHost}`,
  OPERATOR_SECOND_FACTOR: 'optional',
})
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as } = portal
const [vendor, otherVendor] = [await fixtures.vendor(), await fixtures.vendor()]
const home = await fixtures.vendor(publicHost)
const fresh = 'Freze2071'

const signIn = async ({ domain }: { domain: string }, email: string, secret = password) =>
  (
    await as(visitor({ domain, email })).call(routes.sessions.login, {
      body: { email, password: secret },
    })
  ).status
const forgot = (at: Person, email: string) =>
  as(at).call(routes.sessions.forgot, { body: { email } })
const linkOf = (link: URL) => ({
  token: link.searchParams.get('token') ?? '',
  email: link.searchParams.get('mail') ?? '',
})
const check = async (at: Person, link: URL) =>
  (await as(at).call(routes.sessions.checkLink, { body: linkOf(link) })).body?.works
const activate = async (at: Person, link: URL, caller = as) => {
  const { status, body } = await caller(at).call(routes.sessions.activate, {
    body: { ...linkOf(link), password: fresh },
  })
  return [status, body.message]
}
const invalid = [400, 'Bu bağlantı geçersiz ya da daha önce kullanılmış. Yenisini isteyin.']

describe('a reset link of an operator', () => {
  let email: string
  let link: URL
  beforeAll(async () => {
    email = await fixtures.operator()
    await forgot(vendor.visitor, email)
    link = await mails.linkTo(email)
  })

  // Security: T11
  test('leads to the host of PUBLIC_URL when it is requested at the domain of a vendor', () => {
    expect([link.origin, link.pathname]).toEqual([`https://${publicHost}`, '/resetpassword'])
  })

  // Security: T11
  test('is invalid at the domain of any other vendor, and changes no password there', async () => {
    for (const at of [vendor, otherVendor]) {
      expect([await check(at.visitor, link), await activate(at.visitor, link)]).toEqual([
        false,
        invalid,
      ])
      expect(await signIn(at, email)).toBe(200)
    }
  })

  // Security: T11
  test('counts at another vendor as an invalid one', async () => {
    const { visitor: elsewhere } = await fixtures.vendor()
    const attempts = await times(100, () => check(elsewhere, link))
    expect(new Set(attempts)).toEqual(new Set([false]))
    await expect.poll(() => activate(elsewhere, link)).toEqual([429, expect.any(String)])
  })

  test('sets the password at the host of PUBLIC_URL, and with it the operator signs in at any vendor', async () => {
    expect([await check(home.visitor, link), (await activate(home.visitor, link))[0]]).toEqual([
      true,
      200,
    ])
    for (const at of [home, vendor, otherVendor])
      expect([await signIn(at, email, fresh), await signIn(at, email)]).toEqual([200, 401])
  })
})

test('the reset link of a vendor’s user with the address of an operator leads to the vendor, and sets the password of that user only', async () => {
  const email = await fixtures.operator()
  const { staff } = vendor
  await portal.owner.query('update users set email = $1 where id = $2', [email, staff.userId])
  await forgot(vendor.visitor, email)
  const links = (await mails.to(email, 2)).map(
    ({ text }) => new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''),
  )
  expect(links.map(({ hostname }) => hostname).sort()).toEqual([vendor.domain, publicHost].sort())
  const own = links.find(({ hostname }) => hostname === vendor.domain) as URL
  expect((await activate(vendor.visitor, own))[0]).toBe(200)
  // the operator takes precedence
  expect([await signIn(vendor, email), await signIn(vendor, email, fresh)]).toEqual([200, 401])
})

// Security: T11
test('the invitation of an operator, printed and mailed, leads to the host of PUBLIC_URL and counts there only', async () => {
  const email = 'davetli@tezgah.test'
  const printed = await withConnection(portal.platform.config, portal.connection, context =>
    addOperator([email], context),
  )
  const link = new URL(/https?:\S+/.exec(printed)?.[0] ?? '')
  expect([link.href, link.hostname, link.pathname]).toEqual([
    (await mails.linkTo(email)).href,
    publicHost,
    '/activate',
  ])
  expect(await activate(vendor.visitor, link)).toEqual(invalid)
  expect((await activate(home.visitor, link))[0]).toBe(200)
  expect(await signIn(otherVendor, email, fresh)).toBe(200)
})

test('a mail about a new device offers an operator a new password at the host of PUBLIC_URL, and lists their sessions at the vendor', async () => {
  const email = await fixtures.operator()
  expect([await signIn(otherVendor, email), await signIn(otherVendor, email)]).toEqual([200, 200])
  const [mail] = await mails.to(email)
  expect(mail?.text).toContain(`https://${publicHost}/forgotpassword?`)
  expect(mail?.text).toContain(`https://${otherVendor.domain}/security`)
})

test('mails about a second factor lead an operator to the host of PUBLIC_URL, and a vendor’s user to the vendor', async () => {
  const { staff, operator, domain, vendorId } = await fixtures.vendor()
  for (const person of [staff, operator]) {
    const { code } = await secondFactorsIn(portal).beginEnrolment(vendorId, person.userId)
    expect((await as(person).call(routes.secondFactor.confirm, { body: { code } })).status).toBe(
      200,
    )
  }
  const hostOf = async (email: string) => (await mails.linkTo(email)).hostname
  expect([await hostOf(staff.email), await hostOf(operator.email)]).toEqual([domain, publicHost])
})

test('where no vendor has the host of PUBLIC_URL, links of operators lead to the oldest domain, and count there only', async () => {
  const other = await openPortal({ PUBLIC_URL: 'https://bos.isletme.test' })
  const { vendor: addVendor, operator: createOperator } = fixturesIn(other)
  const [oldest, younger] = [await addVendor(), await addVendor()]
  const email = await createOperator()
  await other.as(younger.visitor).call(routes.sessions.forgot, { body: { email } })
  const link = await mailsIn(other).linkTo(email)
  expect(link.origin).toBe(`https://${oldest.domain}`)
  expect(await activate(younger.visitor, link, other.as)).toEqual(invalid)
  expect((await activate(oldest.visitor, link, other.as))[0]).toBe(200)
})
