import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { stepOf } from './totp.ts'

// Of a user where they belong: an operator's is the platform's.

/** Whether somebody's second factor counts, and how many recovery codes they have left. */
export async function secondFactorOf(db: Db, userId: string): Promise<{ on: boolean; codesLeft: number }> {
  const found = await factorOf(db, userId)
    .select(sql<number>`(select count(*)::int from recovery_codes where user_id = second_factors.user_id)`.as('codesLeft'))
    .executeTakeFirst()
  return { on: found?.dateConfirmed != null, codesLeft: found?.codesLeft ?? 0 }
}

/** Makes a secret that counts once it is confirmed; one that was begun before is forgotten. @throws 409 where one counts already. */
export async function beginSecondFactor(db: Db, signing: Signing, userId: string): Promise<Buffer> {
  const secret = randomBytes(20)
  const hidden = signing.hide(secret.toString('hex'), aboutSecret(db, userId))
  const { numInsertedOrUpdatedRows: begun } = await db
    .insertInto('secondFactors')
    .values({ userId, secret: hidden })
    .onConflict(conflict =>
      conflict
        .columns(['vendorId', 'userId'])
        .doUpdateSet({ secret: hidden, dateCreated: sql<string>`now()` })
        .where('secondFactors.dateConfirmed', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (!begun) throw conflict('secondFactorOn')
  return secret
}

/**
 * Lets it count from now on, as its app makes the right code. Returns the recovery codes.
 * @throws 409 where none was begun, or with another TOKEN_SECRET, 400 for a wrong code
 */
export async function confirmSecondFactor(db: Db, signing: Signing, userId: string, code: string): Promise<string[]> {
  const factor = await factorOf(db, userId).forUpdate().executeTakeFirst()
  if (!factor || factor.dateConfirmed) throw conflict(factor ? 'secondFactorOn' : 'secondFactorNotBegun')
  const secret = revealed(db, signing, userId, factor.secret)
  if (!secret) throw conflict('secondFactorNotBegun')
  const step = stepOf(secret, digitsOf(code))
  if (step === null) throw invalid([{ path: ['code'], message: 'wrongCode' }])
  await db.updateTable('secondFactors').set({ dateConfirmed: sql<string>`now()`, lastStep: step }).where('userId', '=', userId).execute()
  return newRecoveryCodes(db, signing, userId)
}

/**
 * Uses up a code of the app or a recovery code. Returns how many of the latter are left after one was used, or null; false for a wrong one.
 * @throws 409 where it was made with another TOKEN_SECRET: no code of either kind can be right any more
 */
export async function useCode(db: Db, signing: Signing, userId: string, code: string): Promise<{ left: number | null } | false> {
  // Of two who show the same code at once the second finds it used.
  const factor = await factorOf(db, userId).where('dateConfirmed', 'is not', null).forUpdate().executeTakeFirst()
  if (!factor) return false
  const secret = revealed(db, signing, userId, factor.secret)
  if (!secret) throw conflict('secondFactorUnreadable')
  if (/^\d{6}$/.test(digitsOf(code))) {
    const step = stepOf(secret, digitsOf(code))
    if (step === null || step <= factor.lastStep) return false
    await db.updateTable('secondFactors').set({ lastStep: step }).where('userId', '=', userId).execute()
    return { left: null }
  }
  const used = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(db, signing, userId, code))
    .returning('userId')
    .execute()
  return used.length > 0 && { left: (await secondFactorOf(db, userId)).codesLeft }
}

const count = 10
/** No two of these look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten recovery codes of 49 bits each; those before them end. */
export async function newRecoveryCodes(db: Db, signing: Signing, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    [5, 5].map(length => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')).join('-'),
  )
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(codes.map(code => ({ userId, codeHash: hashOf(db, signing, userId, code) })))
    .execute()
  return codes
}

/** Takes it away, with its recovery codes. Returns whether it counted. */
export async function removeSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [removed] = await db.deleteFrom('secondFactors').where('userId', '=', userId).returning('dateConfirmed').execute()
  return removed?.dateConfirmed != null
}

/** What a wrong code is answered with: an app makes digits alone. */
export const codeProblem = (code: string) => (/^\d*$/.test(digitsOf(code)) ? 'wrongCode' : 'wrongRecoveryCode')
/** Said at the field in which the code was written. */
export const wrongCode = (code: string) => invalid([{ path: ['code'], message: codeProblem(code) }])

const factorOf = (db: Db, userId: string) =>
  db.selectFrom('secondFactors').select(['secret', 'dateConfirmed', 'lastStep']).where('userId', '=', userId)

const aboutSecret = (db: Db, userId: string) => `second factor of ${db.vendorId} ${userId}`

/** Null where another TOKEN_SECRET has hidden it. */
function revealed(db: Db, signing: Signing, userId: string, hidden: string) {
  const secret = signing.reveal(hidden, aboutSecret(db, userId))
  return secret === null ? null : Buffer.from(secret, 'hex')
}

const digitsOf = (code: string) => code.replace(/[\s-]/g, '')
const hashOf = (db: Db, signing: Signing, userId: string, code: string) =>
  signing.seal('recovery', db.vendorId, userId, digitsOf(code).toUpperCase())
