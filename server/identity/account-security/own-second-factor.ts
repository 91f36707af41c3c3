import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { confirmSecondFactor, newRecoveryCodes, removeSecondFactor, secondFactorOf } from '../second-factor/second-factor.ts'
import { endSessions, lockUser, signOut } from '../sessions/sessions.ts'
import { createSecret, homeAccountOf, recordSecondFactorChange } from '../sign-in/mfa-challenge.ts'
import { type Account, requiresSecondFactor } from '../sign-in/sign-in.ts'
import { attempt, countCode } from '../sign-in/sign-in-limits.ts'
import { type OwnCall, requireOwnAccount, verifyOwnCode, verifyOwnPassword } from './own-credentials.ts'

type Calls = (typeof routes)['secondFactor']

export async function ownSecondFactor(call: DetachedCall<Calls['status']>) {
  const { homeVendorId, id } = await homeAccountOf(call)
  const required = await call.inVendor(db => requiresSecondFactor(db))
  return { ...(await call.platform.database.inVendor(homeVendorId, db => secondFactorOf(db, id))), required }
}

/** Whoever sits down at an open session must not lock its user out: so the password is shown again. */
export async function begin(call: DetachedCall<Calls['begin']>) {
  return createSecret(call, await verifyOwnPassword(call, call.body.password))
}

export async function confirm(call: DetachedCall<Calls['confirm']>) {
  const { signing } = call.platform
  const person = await requireOwnAccount(call)
  const counted = await countCode(call.platform.rateLimiter, person, call.request.ip)
  const codes = await attempt(counted, () =>
    change(call, person, 'confirm', async db => {
      await lockUser(db, person.id) // whoever is signing in by the password alone is waited for, and then seen
      const codes = await confirmSecondFactor(db, signing, person.id, call.body.code)
      await endSessions(db, person.id, call.actor.sessionId)
      return codes
    }),
  )
  await counted.settle()
  return { codes }
}

export async function renewCodes(call: DetachedCall<Calls['renewCodes']>) {
  const { signing } = call.platform
  const person = await verifyOwnPassword(call, call.body.password)
  const codes = await changeByCode(call, person, 'renewCodes', db => newRecoveryCodes(db, signing, person.id))
  return { codes }
}

/** @throws 409 where the vendor requires it */
export async function turnOff(call: DetachedCall<Calls['turnOff']>) {
  const person = await verifyOwnPassword(call, call.body.password)
  const refuseWhereRequired = async (db: Db) => {
    if (await requiresSecondFactor(db, 'and stays so')) throw conflict('secondFactorRequired')
  }
  if (person.homeVendorId !== call.vendorId) await call.inVendor(refuseWhereRequired)
  await changeByCode(
    call,
    person,
    'turnOff',
    async db => {
      if (person.homeVendorId === call.vendorId) await refuseWhereRequired(db)
      await removeSecondFactor(db, person.id)
      if (person.homeVendorId !== call.vendorId) await endSessions(db, person.id, call.actor.sessionId) // another vendor may require it
    },
    async db => {
      if (await requiresSecondFactor(db, 'and stays so')) await signOut(db, call.actor) // this one, since it was asked
    },
  )
}

/** Changes something once a code was used up for it. @throws 400 for a wrong one, 409 where there is no second factor, 429 */
const changeByCode = <T>(
  call: OwnCall & { body: { code: string } },
  account: Account,
  what: Change,
  work: (db: Db) => Promise<T>,
  here?: (db: Db) => Promise<unknown>,
): Promise<T> =>
  verifyOwnCode(call, account, call.body.code, useUp => {
    const withCodeUsed = async (db: Db) => {
      await useUp(db)
      return work(db)
    }
    return change(call, account, what, withCodeUsed, here)
  })

type Change = keyof typeof changes
/** What their user is told by mail. */
const changes = { confirm: 'on', renewCodes: 'codes', turnOff: 'off' } as const

/**
 * One transaction where the user is the vendor's own. What is an operator's is changed at the platform, with all that must not be missing: the end
 * of their sessions and the mail; then the vendor's audit keeps it, and `here` does what concerns this vendor alone.
 */
async function change<T>(
  { vendorId, inVendor, platform, actor, domain, source }: OwnCall,
  { homeVendorId, id }: Account,
  what: Change,
  work: (db: Db) => Promise<T>,
  here?: (db: Db) => Promise<unknown>,
): Promise<T> {
  const atHome = async (db: Db) => {
    const changed = await work(db)
    await recordSecondFactorChange(db, { user: id, domain, source }, { change: changes[what] })
    return changed
  }
  const audit = (db: Db) => writeAudit(db, source, { action: `secondFactor.${what}`, actor })
  if (homeVendorId === vendorId)
    return inVendor(async db => {
      const changed = await atHome(db)
      await audit(db)
      return changed
    })
  const changed = await platform.database.inVendor(homeVendorId, atHome)
  await inVendor(async db => {
    await here?.(db)
    await audit(db)
  })
  return changed
}
