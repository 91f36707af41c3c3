import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../identity/second-factor/second-factor.ts'
import { codeAt, stepAt } from '../identity/second-factor/totp.ts'
import { issueMfaChallenge } from '../identity/sign-in/mfa-challenge.ts'
import { findAccount } from '../identity/sign-in/sign-in.ts'
import { givenIn, password } from './given.ts'
import type { Person, Portal } from './portal.ts'

export type Known = Pick<Person, 'domain' | 'email'>
/** Somebody as they come to the portal, before they sign in. */
export const visitor = ({ domain, email }: Known): Person => ({ domain, token: null, userId: '', email })

/** Gives the people of a vendor second factors, and signs them in by both steps. */
export const secondFactorsIn = (portal: Portal) => {
  const { owner, platform, as } = portal
  const { database, signing } = platform
  const given = givenIn(portal)

  async function homeOf(vendorId: string, userId: string) {
    const { rows } = await owner.query('select operator_id from users where vendor_id = $1 and id = $2', [vendorId, userId])
    const operator: string | null = rows[0]?.operator_id ?? null
    return operator ? { home: platformVendor, id: operator } : { home: vendorId, id: userId }
  }

  /** Somebody has none any more. */
  async function removeFactor(vendorId: string, userId: string) {
    const { home, id } = await homeOf(vendorId, userId)
    await database.inVendor(home, db => removeSecondFactor(db, id))
    return { home, id }
  }

  /** Somebody has begun one; the code that confirms it. */
  async function beginEnrolment(vendorId: string, userId: string) {
    const { home, id } = await removeFactor(vendorId, userId)
    const secret = await database.inVendor(home, db => beginSecondFactor(db, signing, id))
    return { home, id, secret, code: codeNow(secret) }
  }

  /** Somebody has one that counts; its recovery codes. */
  async function enrolled(vendorId: string, userId: string) {
    const { home, id, secret, code } = await beginEnrolment(vendorId, userId)
    return { secret, codes: await database.inVendor(home, db => confirmSecondFactor(db, signing, id, code)) }
  }

  /** What signing in answers somebody who has shown their password. */
  async function issueChallenge(vendorId: string, userId: string) {
    const { home, id } = await homeOf(vendorId, userId)
    const person = await findAccount(database.inVendor, home, id)
    return person ? issueMfaChallenge({ vendorId, platform }, person) : ''
  }

  /** A colleague who signs in with a second factor. */
  async function createEnrolledColleague(role: 'staff' | 'admin' = 'staff') {
    const vendor = await given.vendor()
    const person = await given.person(vendor, role)
    return { ...vendor, person, ...(await enrolled(vendor.vendorId, person.userId)) }
  }

  /** A vendor's administrator, who has one, requires a second factor of the team. */
  async function requiredAt({ vendorId, admin }: { vendorId: string; admin: Person }) {
    await enrolled(vendorId, admin.userId)
    const { status } = await as(admin).call(routes.secondFactor.require)
    if (status !== 200) throw new Error(`A second factor could not be required: ${status}`)
  }

  /** What somebody's password is answered with. */
  const signIn = async (who: Known, secret = password, from = '203.0.113.1') =>
    (
      await as(visitor(who)).call(
        routes.sessions.login,
        { body: { email: who.email, password: secret } },
        { headers: { 'x-forwarded-for': from } },
      )
    ).body

  /** Shows a code of the app, or one to recover by, with what the password was answered with. */
  const show = (who: Known, pass: string, code: string, more: { devices?: string[]; from?: string } = {}) =>
    as(visitor(who)).call(
      routes.secondFactor.enter,
      { body: { pass, code, ...(more.devices && { devices: more.devices }) } },
      more.from ? { headers: { 'x-forwarded-for': more.from } } : {},
    )

  /** Whether a session is open: the person's, or that of another token. */
  const isSignedIn = async (person: Person, token = person.token) =>
    (await as({ ...person, token }).call(routes.sessions.me)).status === 200

  return { removeFactor, beginEnrolment, enrolled, issueChallenge, createEnrolledColleague, requiredAt, signIn, show, isSignedIn }
}

/** The code that an app shows now, or so many steps of half a minute away. */
export const codeNow = (secret: Buffer, away = 0) => codeAt(secret, stepAt(Date.now()) + away)
