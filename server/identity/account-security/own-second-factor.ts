import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { needsSecondFactor } from '../second-factor/requirement.ts'
import {
  activateSecondFactor,
  newRecoveryCodes,
  readSecondFactor,
  removeSecondFactor,
  verifyFirstCode,
} from '../second-factor/second-factor.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { endSessions, lockUser, signOut } from '../sessions/sessions.ts'
import {
  createSecret,
  findHomeAccount,
  recordSecondFactorChange,
} from '../sign-in/mfa-challenge.ts'
import type { VerifiedUser } from '../sign-in/sign-in.ts'
import { countCode, runAttempt } from '../sign-in/sign-in-limits.ts'
import {
  type OwnCall,
  requireOwnAccount,
  verifyOwnCode,
  verifyOwnPassword,
} from './own-credentials.ts'

type Calls = (typeof routes)['secondFactor']

export async function readOwnSecondFactor(call: IdentityCall<Calls['status']>) {
  const { homeVendorId, id } = await findHomeAccount(call)
  const required = await call.inVendor(db =>
    needsSecondFactor(db, call.platform.config, homeVendorId),
  )
  return {
    ...(await call.platform.database.inVendor(homeVendorId, db => readSecondFactor(db, id))),
    required,
  }
}

/** Takes the password, so that another person at an open session cannot lock its user out. */
export async function begin(call: IdentityCall<Calls['begin']>) {
  return createSecret(call, await verifyOwnPassword(call, call.body.password))
}

export async function confirm(call: IdentityCall<Calls['confirm']>) {
  const { signing } = call.platform
  const account = await requireOwnAccount(call)
  const attempt = await countCode(call.platform.rateLimiter, account, call.request.ip)
  const codes = await runAttempt(attempt, () =>
    applyChange(call, account, 'confirm', async db => {
      // waits for sign-ins by the password alone, which then end with the other sessions
      await lockUser(db, account.id)
      const verified = await verifyFirstCode(db, signing, account.id, call.body.code)
      const codes = await activateSecondFactor(db, signing, account.id, verified)
      await endSessions(db, account.id, call.actor.sessionId)
      return codes
    }),
  )
  await attempt.settle()
  return { codes }
}

export async function renewCodes(call: IdentityCall<Calls['renewCodes']>) {
  const { signing } = call.platform
  const account = await verifyOwnPassword(call, call.body.password)
  const codes = await changeWithCode(call, account, 'renewCodes', db =>
    newRecoveryCodes(db, signing, account.id),
  )
  return { codes }
}

export async function turnOff(call: IdentityCall<Calls['turnOff']>) {
  const account = await verifyOwnPassword(call, call.body.password)
  const isRequired = (db: Db) =>
    needsSecondFactor(db, call.platform.config, account.homeVendorId, 'forShare')
  const refuseIfRequired = async (db: Db) => {
    if (await isRequired(db)) throw conflict('secondFactorRequired')
  }
  if (account.homeVendorId !== call.vendorId) await call.inVendor(refuseIfRequired)
  await changeWithCode(
    call,
    account,
    'turnOff',
    async db => {
      if (account.homeVendorId === call.vendorId) await refuseIfRequired(db)
      await removeSecondFactor(db, account.id)
      if (account.homeVendorId !== call.vendorId)
        await endSessions(db, account.id, call.actor.sessionId) // the other vendors may require it
    },
    async db => {
      if (await isRequired(db)) await signOut(db, call.actor) // required since the check above
    },
  )
}

const changeWithCode = <T>(
  call: OwnCall & { body: { code: string } },
  account: VerifiedUser,
  operation: Operation,
  work: (db: Db) => Promise<T>,
  atVendor?: (db: Db) => Promise<unknown>,
): Promise<T> =>
  verifyOwnCode(call, account, call.body.code, consume => {
    const consumeAndWork = async (db: Db) => {
      await lockUser(db, account.id) // before the codes, as an administrator's reset does
      await consume(db)
      return work(db)
    }
    return applyChange(call, account, operation, consumeAndWork, atVendor)
  })

type Operation = keyof typeof changeOf
const changeOf = { confirm: 'on', renewCodes: 'codes', turnOff: 'off' } as const

/** An operator's change commits at the platform first, with the mail;
 * then `atVendor` and the audit at this vendor (record 0021). */
async function applyChange<T>(
  call: OwnCall,
  { homeVendorId, id }: VerifiedUser,
  operation: Operation,
  work: (db: Db) => Promise<T>,
  atVendor?: (db: Db) => Promise<unknown>,
): Promise<T> {
  const { vendorId, inVendor, platform, actor, source } = call
  const atHome = async (db: Db) => {
    const changed = await work(db)
    await recordSecondFactorChange(db, call, id, { change: changeOf[operation] })
    return changed
  }
  const audit = (db: Db) => writeAudit(db, source, { action: `secondFactor.${operation}`, actor })
  if (homeVendorId === vendorId)
    return inVendor(async db => {
      const changed = await atHome(db)
      await audit(db)
      return changed
    })
  const changed = await platform.database.inVendor(homeVendorId, atHome)
  await inVendor(async db => {
    await atVendor?.(db)
    await audit(db)
  })
  return changed
}
