import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { codeProblem, confirmSecondFactor, useCode } from '../second-factor/second-factor.ts'
import { auditActorOf, endSessions } from '../sessions/sessions.ts'
import { completeSignIn } from './enter.ts'
import { createSecret, recordSecondFactorChange, verifyMfaChallenge } from './mfa-challenge.ts'
import { countWrongCode } from './refused-sign-ins.ts'
import { attempt, countCode } from './sign-in-limits.ts'

type Calls = (typeof routes)['secondFactor']

/** The second step of signing in. A wrong code is kept in the audit: whoever showed it knew the password. @throws 401 for a wrong code */
export async function enterByCode(call: DetachedCall<Calls['enter']>) {
  const { body, request, source, vendorId, domain, platform } = call
  const { database, rateLimiter, signing } = platform
  const person = await verifyMfaChallenge(call, body.pass)
  const counted = await countCode(rateLimiter, person, request.ip)
  const wrong = new Refusal(401, codeProblem(body.code), { name: 'InvalidCredentialsError' })
  const atHome = async (db: Db) => {
    const used = await useCode(db, signing, person.id, body.code)
    if (!used) throw wrong
    if (used.left !== null)
      await recordSecondFactorChange(db, { user: person.id, domain, source }, { change: 'used', left: String(used.left) })
  }
  try {
    const entered = await attempt(counted, () => completeSignIn(call, person, body.devices, { atHome }))
    await counted.settle()
    return entered
  } catch (refusal) {
    if (refusal === wrong) {
      const actor = person.homeVendorId === vendorId ? await database.inVendor(vendorId, db => auditActorOf(db, person.id)) : null
      await countWrongCode(call, 'secondFactor.enter', person, actor)
    }
    throw refusal
  }
}

/** For who must have a second factor and has none: its secret. */
export async function beginAtSignIn(call: DetachedCall<Calls['beginAtSignIn']>) {
  const person = await verifyMfaChallenge(call, call.body.pass)
  return createSecret(call, person)
}

/** Confirms it, and signs in; wherever else they are in by their password alone they are signed out. */
export async function confirmAtSignIn(call: DetachedCall<Calls['confirmAtSignIn']>) {
  const { body, request, domain, source, platform } = call
  const { rateLimiter, signing } = platform
  const person = await verifyMfaChallenge(call, body.pass)
  const counted = await countCode(rateLimiter, person, request.ip)
  let codes: string[] = []
  const atHome = async (db: Db, sessionId: string) => {
    codes = await confirmSecondFactor(db, signing, person.id, body.code)
    await endSessions(db, person.id, sessionId)
    await recordSecondFactorChange(db, { user: person.id, domain, source }, { change: 'on' })
  }
  const atVendor = async (db: Db, user: string) =>
    writeAudit(db, source, { action: 'secondFactor.confirm', actor: await auditActorOf(db, user) })
  const entered = await attempt(counted, () => completeSignIn(call, person, body.devices, { atHome, atVendor }))
  await counted.settle()
  return { ...entered, codes }
}
