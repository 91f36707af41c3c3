import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import {
  activateSecondFactor,
  codeProblem,
  consumeCode,
  verifyCode,
  verifyFirstCode,
} from '../second-factor/second-factor.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { endSessions, readAuditActor } from '../sessions/sessions.ts'
import { completeSignIn } from './complete-sign-in.ts'
import {
  createSecret,
  recordSecondFactorChange,
  recordUsedCode,
  verifyMfaChallenge,
} from './mfa-challenge.ts'
import { countWrongCode } from './refused-sign-ins.ts'
import { countCode, runAttempt } from './sign-in-limits.ts'

type Calls = (typeof routes)['secondFactor']

/** Completes a sign-in with a code. A wrong one is in the audit, as
 * its sender knows the password. @throws 401 for a wrong code */
export async function enterByCode(call: IdentityCall<Calls['enter']>) {
  const { body, request, vendorId, platform } = call
  const { database, rateLimiter, signing } = platform
  const { account, keep } = await verifyMfaChallenge(call, body.pass)
  const attempt = await countCode(rateLimiter, account, request.ip)
  const refusal = new HttpError(401, codeProblem(body.code), { name: 'InvalidCredentialsError' })
  try {
    const session = await runAttempt(attempt, async () => {
      // Before anything is written, so that a wrong code uses up no
      // notice, and an operator's leaves no trace at the vendor.
      const verified = await database.readVendor(account.homeVendorId, db =>
        verifyCode(db, signing, account.id, body.code),
      )
      if (!verified) throw refusal
      const atHome = async (db: Db) => {
        const used = await consumeCode(db, account.id, verified)
        if (!used) throw refusal
        await recordUsedCode(db, call, account.id, used.left)
      }
      return completeSignIn(call, account, {
        devices: body.devices,
        keep,
        secondStep: { atHome },
      })
    })
    await attempt.settle()
    return session
  } catch (error) {
    if (error === refusal) {
      const actor =
        account.homeVendorId === vendorId
          ? await database.inVendor(vendorId, db => readAuditActor(db, account.id))
          : null
      await countWrongCode(call, 'secondFactor.enter', account, actor)
    }
    throw error
  }
}

export async function beginAtSignIn(call: IdentityCall<Calls['beginAtSignIn']>) {
  const { account } = await verifyMfaChallenge(call, call.body.pass)
  return createSecret(call, account)
}

/** Ends the sessions that began with the password alone. */
export async function confirmAtSignIn(call: IdentityCall<Calls['confirmAtSignIn']>) {
  const { body, request, source, platform } = call
  const { database, rateLimiter, signing } = platform
  const { account, keep } = await verifyMfaChallenge(call, body.pass)
  const attempt = await countCode(rateLimiter, account, request.ip)
  let codes: string[] = []
  const session = await runAttempt(attempt, async () => {
    const verified = await database.readVendor(account.homeVendorId, db =>
      verifyFirstCode(db, signing, account.id, body.code),
    )
    const atHome = async (db: Db, sessionId: string) => {
      codes = await activateSecondFactor(db, signing, account.id, verified)
      await endSessions(db, account.id, sessionId)
      await recordSecondFactorChange(db, call, account.id, { change: 'on' })
    }
    const atVendor = async (db: Db, user: string) =>
      writeAudit(db, source, {
        action: 'secondFactor.confirm',
        actor: await readAuditActor(db, user),
      })
    return completeSignIn(call, account, {
      devices: body.devices,
      keep,
      secondStep: { atHome, atVendor },
    })
  })
  await attempt.settle()
  return { ...session, codes }
}
