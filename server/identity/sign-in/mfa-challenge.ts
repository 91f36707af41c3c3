import { base32 } from '#platform/crypto/base32.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { publish } from '../../events/notices.ts'
import { queueMail, type SecondFactorChange } from '../../mail/mail-queue.ts'
import { needsSecondFactor } from '../second-factor/requirement.ts'
import { beginSecondFactor, readSecondFactor } from '../second-factor/second-factor.ts'
import { uriOf } from '../second-factor/totp.ts'
import { deviceToken } from '../sessions/devices.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { findAccount, type VerifiedUser } from './sign-in.ts'

type SignInCall = Pick<IdentityCall, 'vendorId' | 'platform'>

export async function findNextStep(
  { vendorId, platform: { config, database } }: SignInCall,
  { homeVendorId, id, role }: VerifiedUser,
): Promise<'code' | 'enrol' | null> {
  if (role === 'customer') return null
  const { on } = await database.inVendor(homeVendorId, db => readSecondFactor(db, id))
  if (on) return 'code'
  return (await database.inVendor(vendorId, db => needsSecondFactor(db, config, homeVendorId)))
    ? 'enrol'
    : null
}

const lifetime = 10 * 60_000 // ms
/** `mark` is the account's device token: a new password ends the challenge. */
type MfaChallenge = {
  home: string
  id: string
  vendor: string
  mark: string
  expires: number
  keep: boolean
}

/** Issued after the password: encrypted with the installation's
 * key, not stored (docs/decisions/0021-second-factor.md). */
export function issueMfaChallenge(
  { vendorId, platform: { signing } }: SignInCall,
  account: VerifiedUser,
  keep = false,
): string {
  const { homeVendorId, id } = account
  const challenge: MfaChallenge = {
    home: homeVendorId,
    id,
    vendor: vendorId,
    mark: deviceToken(signing, account),
    expires: Date.now() + lifetime,
    keep,
  }
  return signing.encrypt(JSON.stringify(challenge), 'pass')
}

/** The account of a challenge, and whether to keep its session. @throws 401 when it is invalid,
 * expired, or another vendor's, or the password has changed since */
export async function verifyMfaChallenge(
  { vendorId, platform: { signing, database } }: SignInCall,
  encrypted: string,
): Promise<{ account: VerifiedUser; keep: boolean }> {
  const text = signing.decrypt(encrypted, 'pass')
  const challenge = text === null ? null : (JSON.parse(text) as MfaChallenge)
  if (!challenge || challenge.vendor !== vendorId || challenge.expires < Date.now())
    throw signInAgain()
  const account = await findAccount(database.inVendor, challenge.home, challenge.id)
  if (!account || deviceToken(signing, account) !== challenge.mark) throw signInAgain()
  return { account, keep: challenge.keep }
}

const signInAgain = () => new HttpError(401, 'signInAgain')

type OwnCall = Pick<IdentityCall, 'vendorId' | 'inVendor'> & { actor: { userId: string } }

export async function findHomeAccount({ vendorId, actor, inVendor }: OwnCall) {
  const { operatorId } = await inVendor(db =>
    db
      .selectFrom('users')
      .select('operatorId')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  )
  return operatorId === null
    ? { homeVendorId: vendorId, id: actor.userId }
    : { homeVendorId: platformVendor, id: operatorId }
}

export async function createSecret(
  { vendorId, platform: { database, signing } }: SignInCall,
  { homeVendorId, id, email }: VerifiedUser,
) {
  const secret = await database.inVendor(homeVendorId, db => beginSecondFactor(db, signing, id))
  const { name } = await database.inVendor(vendorId, db =>
    db.selectFrom('vendors').select('name').executeTakeFirstOrThrow(),
  )
  return { secret: base32(secret), uri: uriOf(secret, name, email) }
}

export function recordSecondFactorChange(
  db: Db,
  call: Pick<IdentityCall, 'domain' | 'source'>,
  userId: string,
  change: SecondFactorChange,
) {
  const { device, address } = call.source
  publish(db, { kind: 'change', companies: [] }) // the team's list says who has one
  return queueMail(db, 'secondFactor.changed', userId, {
    domain: call.domain,
    device,
    address,
    date: new Date().toISOString(),
    ...change,
  })
}

export const recordUsedCode = async (
  db: Db,
  call: Pick<IdentityCall, 'domain' | 'source'>,
  userId: string,
  left: number | null,
) => {
  if (left !== null)
    await recordSecondFactorChange(db, call, userId, { change: 'used', left: String(left) })
}
