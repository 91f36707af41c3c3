import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { withoutUnseen } from '#contract/text/turkish.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { stepOf } from './totp.ts'

// `db` is at the account's home vendor; an operator's is the platform.

export async function readSecondFactor(
  db: Db,
  userId: string,
): Promise<{ on: boolean; codesLeft: number }> {
  const found = await factorOf(db, userId)
    .select(
      sql<number>`(select count(*)::int from recovery_codes where user_id = second_factors.user_id)`.as(
        'codesLeft',
      ),
    )
    .executeTakeFirst()
  return { on: found?.dateConfirmed != null, codesLeft: found?.codesLeft ?? 0 }
}

/** Creates a secret, active once confirmed; replaces an
 * unconfirmed one. @throws 409 when one is active */
export async function beginSecondFactor(db: Db, signing: Signing, userId: string): Promise<Buffer> {
  const secret = randomBytes(20)
  const encrypted = signing.encrypt(secret.toString('hex'), secretContext(db, userId))
  const { numInsertedOrUpdatedRows: written } = await db
    .insertInto('secondFactors')
    .values({ userId, secret: encrypted })
    .onConflict(conflict =>
      conflict
        .columns(['vendorId', 'userId'])
        .doUpdateSet({ secret: encrypted, dateCreated: sql<string>`now()` })
        .where('secondFactors.dateConfirmed', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (!written) throw conflict('secondFactorOn')
  return secret
}

type VerifiedStep = { secret: string; step: number }
export type VerifiedCode = VerifiedStep | { codeHash: string }

/** Verifies the code that activates a second factor. @throws 409 when
 * none was begun or TOKEN_SECRET has changed, 400 for a wrong code */
export async function verifyFirstCode(
  db: Db,
  signing: Signing,
  userId: string,
  code: string,
): Promise<VerifiedStep> {
  const factor = await factorOf(db, userId).executeTakeFirst()
  if (!factor || factor.dateConfirmed)
    throw conflict(factor ? 'secondFactorOn' : 'secondFactorNotBegun')
  const secret = decryptSecret(db, signing, userId, factor.secret)
  if (!secret) throw conflict('secondFactorNotBegun')
  const step = stepOf(secret, digitsOf(code))
  if (step === null) throw invalid([{ path: ['code'], message: 'wrongCode' }])
  return { secret: factor.secret, step }
}

/** Activates it; returns the recovery codes. @throws 409 when it
 * has been activated or begun anew since the code was verified */
export async function activateSecondFactor(
  db: Db,
  signing: Signing,
  userId: string,
  { secret, step }: VerifiedStep,
): Promise<string[]> {
  await db
    .updateTable('secondFactors')
    .set({ dateConfirmed: sql<string>`now()`, lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('dateConfirmed', 'is', null)
    .returning('userId')
    .executeTakeFirstOrThrow(() => conflict('secondFactorOn'))
  return newRecoveryCodes(db, signing, userId)
}

/** Null for a code that is wrong or used up. @throws 409 when TOKEN_SECRET has changed */
export async function verifyCode(
  db: Db,
  signing: Signing,
  userId: string,
  code: string,
): Promise<VerifiedCode | null> {
  const factor = await factorOf(db, userId)
    .where('dateConfirmed', 'is not', null)
    .executeTakeFirst()
  if (!factor) return null
  const secret = decryptSecret(db, signing, userId, factor.secret)
  if (!secret) throw conflict('secondFactorUnreadable')
  if (/^\d{6}$/.test(digitsOf(code))) {
    const step = stepOf(secret, digitsOf(code))
    return step === null || step <= factor.lastStep ? null : { secret: factor.secret, step }
  }
  const codeHash = hashOf(db, signing, userId, code)
  const found = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .execute()
  return found.length > 0 ? { codeHash } : null
}

/** `left`: recovery codes left, null for a code of the app.
 * Null when a concurrent request has used the code up. */
export async function consumeCode(
  db: Db,
  userId: string,
  verified: VerifiedCode,
): Promise<{ left: number | null } | null> {
  if ('step' in verified) {
    const { secret, step } = verified
    const updated = await db
      .updateTable('secondFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('secret', '=', secret)
      .where('lastStep', '<', step)
      .returning('userId')
      .execute()
    return updated.length > 0 ? { left: null } : null
  }
  const deleted = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', verified.codeHash)
    .returning('userId')
    .execute()
  return deleted.length > 0 ? { left: (await readSecondFactor(db, userId)).codesLeft } : null
}

const codeCount = 10
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ' // without look-alikes: 49 bits a code

export async function newRecoveryCodes(
  db: Db,
  signing: Signing,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    [5, 5]
      .map(length =>
        Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
      )
      .join('-'),
  )
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(codes.map(code => ({ userId, codeHash: hashOf(db, signing, userId, code) })))
    .execute()
  return codes
}

export async function removeSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [removed] = await db
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('dateConfirmed')
    .execute()
  return removed?.dateConfirmed != null
}

export const codeProblem = (code: string) =>
  /^\d*$/.test(digitsOf(code)) ? 'wrongCode' : 'wrongRecoveryCode'
export const wrongCode = (code: string) => invalid([{ path: ['code'], message: codeProblem(code) }])

const factorOf = (db: Db, userId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['secret', 'dateConfirmed', 'lastStep'])
    .where('userId', '=', userId)

const secretContext = (db: Db, userId: string) => `second factor of ${db.vendorId} ${userId}`

/** Null when TOKEN_SECRET has changed. */
function decryptSecret(db: Db, signing: Signing, userId: string, encrypted: string) {
  const secret = signing.decrypt(encrypted, secretContext(db, userId))
  return secret === null ? null : Buffer.from(secret, 'hex')
}

const digitsOf = (code: string) => withoutUnseen(code).replace(/[\s-]/g, '')
const hashOf = (db: Db, signing: Signing, userId: string, code: string) =>
  signing.sign('recovery', db.vendorId, userId, digitsOf(code).toUpperCase())
