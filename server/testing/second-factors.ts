import { platformVendor } from '#platform/database.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../second-factor/second-factor.ts'
import { passOf } from '../second-factor/steps.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { personNow } from '../sessions/sign-in.ts'
import type { Portal } from './portal.ts'

/** Gives the people of a vendor second factors, and shows what they would at a sign-in. */
export const secondFactorsIn = ({ owner, platform }: Portal) => {
  const { database, signing } = platform

  async function homeOf(vendorId: string, userId: string) {
    const { rows } = await owner.query('select operator_id from users where vendor_id = $1 and id = $2', [vendorId, userId])
    const operator: string | null = rows[0]?.operator_id ?? null
    return operator ? { home: platformVendor, id: operator } : { home: vendorId, id: userId }
  }

  /** Somebody has none any more. */
  async function without(vendorId: string, userId: string) {
    const { home, id } = await homeOf(vendorId, userId)
    await database.inVendor(home, db => removeSecondFactor(db, id))
    return { home, id }
  }

  /** Somebody has begun one; the code that confirms it. */
  async function begun(vendorId: string, userId: string) {
    const { home, id } = await without(vendorId, userId)
    const secret = await database.inVendor(home, db => beginSecondFactor(db, signing, id))
    return { home, id, secret, code: codeNow(secret) }
  }

  /** Somebody has one that counts; its recovery codes. */
  async function enrolled(vendorId: string, userId: string) {
    const { home, id, secret, code } = await begun(vendorId, userId)
    return { secret, codes: await database.inVendor(home, db => confirmSecondFactor(db, signing, id, code)) }
  }

  /** What signing in answers somebody who has shown their password. */
  async function passing(vendorId: string, userId: string) {
    const { home, id } = await homeOf(vendorId, userId)
    const person = await personNow(database.inVendor, home, id)
    return person ? passOf({ vendorId, platform }, person) : ''
  }
  return { without, begun, enrolled, passing }
}

/** The code that an app shows now, or so many steps of half a minute away. */
export const codeNow = (secret: Buffer, away = 0) => codeAt(secret, stepAt(Date.now()) + away)
