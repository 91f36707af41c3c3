import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import type { Person, TestPortal } from '#testing/portal.ts'
import {
  activateSecondFactor,
  beginSecondFactor,
  removeSecondFactor,
  verifyFirstCode,
} from '../../identity/second-factor/second-factor.ts'
import { codeAt, stepAt } from '../../identity/second-factor/totp.ts'
import { lockUser } from '../../identity/sessions/sessions.ts'
import { issueMfaChallenge } from '../../identity/sign-in/mfa-challenge.ts'
import { findAccount } from '../../identity/sign-in/sign-in.ts'

export type Known = Pick<Person, 'domain' | 'email'>
export const visitor = ({ domain, email }: Known): Person => ({
  domain,
  token: null,
  userId: '',
  email,
})

export const secondFactorsIn = (portal: TestPortal) => {
  const { owner, platform, as } = portal
  const { database, signing } = platform
  const fixtures = fixturesIn(portal)

  async function findHome(vendorId: string, userId: string) {
    const { rows } = await owner.query(
      'select operator_id from users where vendor_id = $1 and id = $2',
      [vendorId, userId],
    )
    const operator: string | null = rows[0]?.operator_id ?? null
    return operator ? { home: platformVendor, id: operator } : { home: vendorId, id: userId }
  }

  async function removeFactor(vendorId: string, userId: string) {
    const { home, id } = await findHome(vendorId, userId)
    await database.inVendor(home, async db => {
      await lockUser(db, id)
      await removeSecondFactor(db, id)
    })
    return { home, id }
  }

  /** `code` confirms it. */
  async function beginEnrolment(vendorId: string, userId: string) {
    const { home, id } = await removeFactor(vendorId, userId)
    const secret = await database.inVendor(home, db => beginSecondFactor(db, signing, id))
    return { home, id, secret, code: codeNow(secret) }
  }

  async function enrol(vendorId: string, userId: string) {
    const { home, id, secret, code } = await beginEnrolment(vendorId, userId)
    return {
      secret,
      codes: await database.inVendor(home, async db =>
        activateSecondFactor(db, signing, id, await verifyFirstCode(db, signing, id, code)),
      ),
    }
  }

  async function issueChallenge(vendorId: string, userId: string) {
    const { home, id } = await findHome(vendorId, userId)
    const account = await findAccount(database.inVendor, home, id)
    return account ? issueMfaChallenge({ vendorId, platform }, account) : ''
  }

  async function createEnrolledColleague(role: 'staff' | 'admin' = 'staff') {
    const vendor = await fixtures.vendor()
    const person = await fixtures.person(vendor, role)
    return { ...vendor, person, ...(await enrol(vendor.vendorId, person.userId)) }
  }

  async function requireAt({ vendorId, admin }: { vendorId: string; admin: Person }) {
    await enrol(vendorId, admin.userId)
    const { status } = await as(admin).call(routes.secondFactor.require)
    if (status !== 200) throw new Error(`the second factor was not required: ${status}`)
  }

  const signIn = async (who: Known, secret = password, from = '203.0.113.1') =>
    (
      await as(visitor(who)).call(
        routes.sessions.login,
        { body: { email: who.email, password: secret } },
        { headers: { 'x-forwarded-for': from } },
      )
    ).body

  const enterCode = (
    who: Known,
    challenge: string,
    code: string,
    more: { devices?: string[]; from?: string } = {},
  ) =>
    as(visitor(who)).call(
      routes.secondFactor.enter,
      { body: { pass: challenge, code, ...(more.devices && { devices: more.devices }) } },
      more.from ? { headers: { 'x-forwarded-for': more.from } } : {},
    )

  const isSignedIn = async (person: Person, token = person.token) =>
    (await as({ ...person, token }).call(routes.sessions.me)).status === 200

  return {
    removeFactor,
    beginEnrolment,
    enrol: enrol,
    issueChallenge,
    createEnrolledColleague,
    requireAt: requireAt,
    signIn,
    enterCode: enterCode,
    isSignedIn,
  }
}

/** The current code of an app, or the one `steps` of 30 s later. */
export const codeNow = (secret: Buffer, steps = 0) => codeAt(secret, stepAt(Date.now()) + steps)
