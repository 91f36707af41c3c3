import type { Actor } from '#contract/actor.ts'
import { isPassword } from '#platform/crypto/passwords.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, unauthenticated } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { secondFactorOf, useCode, wrongCode } from '../second-factor/second-factor.ts'
import { homeAccountOf } from '../sign-in/mfa-challenge.ts'
import { countWrongCode, countWrongPassword } from '../sign-in/refused-sign-ins.ts'
import { type Account, findAccount } from '../sign-in/sign-in.ts'
import { attempt, countCode, countSignIn } from '../sign-in/sign-in-limits.ts'

/** What of a signed-in user's call is needed here, whichever it is. */
export type OwnCall = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform' | 'request' | 'inVendor'> & { actor: Actor }

/** The user of a session, with what they have at their vendor. @throws 401 where they have gone */
export async function requireOwnAccount(call: OwnCall): Promise<Account> {
  const { homeVendorId, id } = await homeAccountOf(call)
  const person = await findAccount(call.platform.database.inVendor, homeVendorId, id)
  if (!person) throw unauthenticated()
  return person
}

/** The user of a session, who has entered their password again. @throws 400 for a wrong one, 429 */
export async function verifyOwnPassword(call: OwnCall, password: string): Promise<Account> {
  const person = await requireOwnAccount(call)
  const counted = await countSignIn(call.platform.rateLimiter, person.email, call.request.ip)
  if (!(await attempt(counted, () => isPassword(password, person.passwordHash, person.email)))) {
    await countWrongPassword(call, person.email, call.actor)
    throw invalid([{ path: ['password'], message: 'wrongPassword' }])
  }
  await counted.settle()
  return person
}

/**
 * Makes a change that takes a code: `change` uses it up in its own transaction, which tells how many recovery codes are left where it was one.
 * @throws 400 for a wrong one, 409 where there is no second factor, 429
 */
export async function verifyOwnCode<T>(
  call: OwnCall,
  account: Account,
  code: string,
  change: (useUp: (db: Db) => Promise<{ left: number | null }>) => Promise<T>,
): Promise<T> {
  const { rateLimiter, signing, database } = call.platform
  const { on } = await database.inVendor(account.homeVendorId, db => secondFactorOf(db, account.id))
  if (!on) throw conflict('secondFactorOff')
  const counted = await countCode(rateLimiter, account, call.request.ip)
  const wrong = wrongCode(code)
  const useUp = async (db: Db) => {
    const used = await useCode(db, signing, account.id, code)
    if (!used) throw wrong
    return used
  }
  try {
    const changed = await attempt(counted, () => change(useUp))
    await counted.settle()
    return changed
  } catch (refusal) {
    if (refusal === wrong) await countWrongCode(call, 'sessions.reauthenticate', account, call.actor)
    throw refusal
  }
}
