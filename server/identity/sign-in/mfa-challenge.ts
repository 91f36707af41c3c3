import { type Db, platformVendor } from '#platform/database/database.ts'
import { Refusal } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import type { Source } from '#platform/http/source.ts'
import { recordEvent, type SecondFactorChange } from '../../events/events.ts'
import { beginSecondFactor, secondFactorOf } from '../second-factor/second-factor.ts'
import { base32, uriOf } from '../second-factor/totp.ts'
import { deviceToken } from '../sessions/devices.ts'
import { type Account, findAccount, requiresSecondFactor } from './sign-in.ts'

type SignInCall = Pick<DetachedCall, 'vendorId' | 'platform'>

/** What somebody who has shown their password must do beside it: show a code, make a second factor, or nothing. */
export async function nextStep(
  { vendorId, platform: { database } }: SignInCall,
  { homeVendorId, id, role }: Account,
): Promise<'code' | 'enrol' | null> {
  if (role === 'customer') return null
  const { on } = await database.inVendor(homeVendorId, db => secondFactorOf(db, id))
  if (on) return 'code'
  return (await database.inVendor(vendorId, db => requiresSecondFactor(db))) ? 'enrol' : null
}

const minutes = 10
type MfaChallenge = { home: string; id: string; vendor: string; mark: string; expires: number }

/** What somebody is given who has shown their password and is not in yet: readable by this installation alone, and kept nowhere. */
export function issueMfaChallenge({ vendorId, platform: { signing } }: SignInCall, account: Account): string {
  const { homeVendorId, id } = account
  const pass: MfaChallenge = {
    home: homeVendorId,
    id,
    vendor: vendorId,
    mark: deviceToken(signing, account),
    expires: Date.now() + minutes * 60_000,
  }
  return signing.hide(JSON.stringify(pass), 'pass')
}

/** Whose pass it is. @throws 401 where it is none, has expired, is for another vendor, or their password has changed since. */
export async function verifyMfaChallenge({ vendorId, platform: { signing, database } }: SignInCall, given: string): Promise<Account> {
  const read = signing.reveal(given, 'pass')
  const pass = read === null ? null : (JSON.parse(read) as MfaChallenge)
  if (!pass || pass.vendor !== vendorId || pass.expires < Date.now()) throw signInAgain()
  const person = await findAccount(database.inVendor, pass.home, pass.id)
  if (!person || deviceToken(signing, person) !== pass.mark) throw signInAgain()
  return person
}

const signInAgain = () => new Refusal(401, 'signInAgain')

/** Where the second factor of who is asking belongs: an operator's is the platform's. */
export async function homeAccountOf({
  vendorId,
  actor,
  inVendor,
}: Pick<DetachedCall, 'vendorId' | 'inVendor'> & { actor: { userId: string } }) {
  const { operatorId } = await inVendor(db =>
    db.selectFrom('users').select('operatorId').where('id', '=', actor.userId).executeTakeFirstOrThrow(),
  )
  return operatorId === null ? { homeVendorId: vendorId, id: actor.userId } : { homeVendorId: platformVendor, id: operatorId }
}

/** The secret of a second factor that somebody begins, as their app takes it. */
export async function createSecret({ vendorId, platform: { database, signing } }: SignInCall, { homeVendorId, id, email }: Account) {
  const secret = await database.inVendor(homeVendorId, db => beginSecondFactor(db, signing, id))
  const { name } = await database.inVendor(vendorId, db => db.selectFrom('vendors').select('name').executeTakeFirstOrThrow())
  return { secret: base32(secret), uri: uriOf(secret, name, email) }
}

/** Lets a user be told by mail what became of their second factor. */
export const recordSecondFactorChange = (
  db: Db,
  { user, domain, source: { device, address } }: { user: string; domain: string; source: Source },
  change: SecondFactorChange,
) => recordEvent(db, 'secondFactor.changed', { user, domain, device, address, date: new Date().toISOString(), ...change })
