import type { Actor } from '#contract/actor.ts'
import { isPassword } from '#platform/crypto/passwords.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, unauthenticated } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { secondFactorOf, useCode, wrongCode } from '../second-factor/second-factor.ts'
import { ownHome } from '../sign-in/mfa-challenge.ts'
import { countWrongCode, countWrongPassword } from '../sign-in/refused-sign-ins.ts'
import { type Person, personNow } from '../sign-in/sign-in.ts'
import { countCode, countSignIn, tried } from '../sign-in/sign-in-limits.ts'

/** What of a signed-in user's call is needed here, whichever it is. */
export type OwnCall = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform' | 'request' | 'inVendor'> & { actor: Actor }

/** The user of a session, with what they have at home. @throws 401 where they have gone */
export async function self(call: OwnCall): Promise<Person> {
  const { home, id } = await ownHome(call)
  const person = await personNow(call.platform.database.inVendor, home, id)
  if (!person) throw unauthenticated()
  return person
}

/** The user of a session, who has entered their password again. @throws 400 for a wrong one, 429 */
export async function withPassword(call: OwnCall, password: string): Promise<Person> {
  const person = await self(call)
  const counted = await countSignIn(call.platform.attempts, person.email, call.request.ip)
  if (!(await tried(counted, () => isPassword(password, person.passwordHash, person.email)))) {
    await countWrongPassword(call, person.email, call.actor)
    throw invalid([{ path: ['password'], message: 'wrongPassword' }])
  }
  await counted.wentWell()
  return person
}

/**
 * Makes a change that takes a code: `change` uses it up in its own transaction, which tells how many recovery codes are left where it was one.
 * @throws 400 for a wrong one, 409 where there is no second factor, 429
 */
export async function withCode<T>(
  call: OwnCall,
  person: Person,
  code: string,
  change: (useUp: (db: Db) => Promise<{ left: number | null }>) => Promise<T>,
): Promise<T> {
  const { attempts, signing, database } = call.platform
  const { on } = await database.inVendor(person.home, db => secondFactorOf(db, person.id))
  if (!on) throw conflict('secondFactorOff')
  const counted = await countCode(attempts, person, call.request.ip)
  const wrong = wrongCode(code)
  const useUp = async (db: Db) => {
    const used = await useCode(db, signing, person.id, code)
    if (!used) throw wrong
    return used
  }
  try {
    const changed = await tried(counted, () => change(useUp))
    await counted.wentWell()
    return changed
  } catch (refusal) {
    if (refusal === wrong) await countWrongCode(call, 'sessions.reauthenticate', person, call.actor)
    throw refusal
  }
}
