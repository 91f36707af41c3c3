import type { Actor } from '#contract/actor.ts'
import { isPassword } from '#platform/crypto/passwords.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, unauthenticated } from '#platform/errors.ts'
import {
  consumeCode,
  readSecondFactor,
  verifyCode,
  wrongCode,
} from '../second-factor/second-factor.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { findHomeAccount } from '../sign-in/mfa-challenge.ts'
import { countWrongCode, countWrongPassword } from '../sign-in/refused-sign-ins.ts'
import { findAccount, type VerifiedUser } from '../sign-in/sign-in.ts'
import { countCode, countSignIn, runAttempt } from '../sign-in/sign-in-limits.ts'

export type OwnCall = Pick<
  IdentityCall,
  'vendorId' | 'domain' | 'source' | 'platform' | 'request' | 'inVendor'
> & { actor: Actor }

export async function requireOwnAccount(call: OwnCall): Promise<VerifiedUser> {
  const { homeVendorId, id } = await findHomeAccount(call)
  const account = await findAccount(call.platform.database.inVendor, homeVendorId, id)
  if (!account) throw unauthenticated()
  return account
}

/** Verifies the password of the session's user; counts as an
 * attempt to sign in. @throws 400 for a wrong password, 429 */
export async function verifyOwnPassword(call: OwnCall, password: string): Promise<VerifiedUser> {
  const account = await requireOwnAccount(call)
  const attempt = await countSignIn(call.platform.rateLimiter, account.email, call.request.ip, true)
  if (
    !(await runAttempt(attempt, () => isPassword(password, account.passwordHash, account.email)))
  ) {
    await countWrongPassword(call, account.email, call.actor)
    throw invalid([{ path: ['password'], message: 'wrongPassword' }])
  }
  await attempt.settle()
  return account
}

/** Verifies a code; `change` consumes it in its own transaction.
 * @throws 400 for a wrong code, 409 without a second factor, 429 */
export async function verifyOwnCode<T>(
  call: OwnCall,
  account: VerifiedUser,
  code: string,
  change: (consume: (db: Db) => Promise<{ left: number | null }>) => Promise<T>,
): Promise<T> {
  const { rateLimiter, signing, database } = call.platform
  const { on } = await database.inVendor(account.homeVendorId, db =>
    readSecondFactor(db, account.id),
  )
  if (!on) throw conflict('secondFactorOff')
  const attempt = await countCode(rateLimiter, account, call.request.ip)
  const refusal = wrongCode(code)
  const consume = async (db: Db) => {
    const verified = await verifyCode(db, signing, account.id, code)
    const used = verified && (await consumeCode(db, account.id, verified))
    if (!used) throw refusal
    return used
  }
  try {
    const changed = await runAttempt(attempt, () => change(consume))
    await attempt.settle()
    return changed
  } catch (error) {
    if (error === refusal)
      await countWrongCode(call, 'sessions.reauthenticate', account, call.actor)
    throw error
  }
}
