import type { Actor } from '#contract/actor.ts'
import type { routes } from '#contract/routes.ts'
import { writeAudit } from '#platform/audit.ts'
import type { Db } from '#platform/database.ts'
import { conflict, invalid, unauthenticated } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http.ts'
import { isPassword } from '#platform/passwords.ts'
import type { SecondFactorChange } from '../events.ts'
import { countCode, countSignIn } from '../sessions/attempts.ts'
import { endOtherSessions } from '../sessions/own-sessions.ts'
import { holdUser, signOut } from '../sessions/sessions.ts'
import { type Person, personNow, requiresSecondFactor } from '../sessions/sign-in.ts'
import { confirmSecondFactor, newRecoveryCodes, removeSecondFactor, secondFactorOf, useCode, wrongCode } from './second-factor.ts'
import { ownHome, recordChange, secretFor } from './steps.ts'

type Calls = (typeof routes)['secondFactor']
/** What of a signed-in user's call is needed here, whichever it is. */
type Asked = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform' | 'request' | 'inVendor'> & { actor: Actor }

export async function ownSecondFactor(call: DetachedCall<Calls['status']>) {
  const { home, id } = await ownHome(call)
  const required = await call.inVendor(db => requiresSecondFactor(db))
  return { ...(await call.platform.database.inVendor(home, db => secondFactorOf(db, id))), required }
}

/** Whoever sits down at an open session must not lock its user out: so the password is shown again. */
export async function begin(call: DetachedCall<Calls['begin']>) {
  return secretFor(call, await withPassword(call, call.body.password))
}

export async function confirm(call: DetachedCall<Calls['confirm']>) {
  const { signing } = call.platform
  const person = await self(call)
  const wasRight = await countCode(call.platform.attempts, person, call.request.ip)
  const codes = await change(
    call,
    person,
    async db => {
      await holdUser(db, person.id) // whoever is signing in by the password alone is waited for, and then seen
      return confirmSecondFactor(db, signing, person.id, call.body.code)
    },
    async db => {
      await endOtherSessions(db, call.actor)
      await note(call, db, 'secondFactor.confirm', 'on')
    },
  )
  await wasRight()
  return { codes }
}

export async function renewCodes(call: DetachedCall<Calls['renewCodes']>) {
  const { signing } = call.platform
  const person = await withPassword(call, call.body.password)
  const codes = await withCode(
    call,
    person,
    db => newRecoveryCodes(db, signing, person.id),
    db => note(call, db, 'secondFactor.renewCodes', 'codes'),
  )
  return { codes }
}

/** @throws 409 where the vendor requires it */
export async function turnOff(call: DetachedCall<Calls['turnOff']>) {
  const person = await withPassword(call, call.body.password)
  const refuseWhereRequired = async (db: Db) => {
    if (await requiresSecondFactor(db, 'and stays so')) throw conflict('secondFactorRequired')
  }
  if (person.home !== call.vendorId) await call.inVendor(refuseWhereRequired)
  await withCode(
    call,
    person,
    async db => {
      if (person.home === call.vendorId) await refuseWhereRequired(db)
      await removeSecondFactor(db, person.id)
    },
    async db => {
      if (person.home !== call.vendorId) {
        await endOtherSessions(db, call.actor) // another vendor may require it
        if (await requiresSecondFactor(db, 'and stays so')) await signOut(db, call.actor) // this one, since it was asked
      }
      await note(call, db, 'secondFactor.turnOff', 'off')
    },
  )
}

/** Who is asking, with what they have at home. */
async function self(call: Asked): Promise<Person> {
  const { home, id } = await ownHome(call)
  const person = await personNow(call.platform.database.inVendor, home, id)
  if (!person) throw unauthenticated()
  return person
}

/** Who is asking, and has shown their password again. @throws 400 for a wrong one, 429 */
async function withPassword(call: Asked, password: string): Promise<Person> {
  const person = await self(call)
  const { wentWell } = await countSignIn(call.platform.attempts, person.email, call.request.ip)
  if (!(await isPassword(password, person.passwordHash))) throw invalid([{ path: ['password'], message: 'wrongPassword' }])
  await wentWell()
  return person
}

/** Changes something once a code was used up for it. @throws 400 for a wrong one, 409 where there is no second factor, 429 */
async function withCode<T>(
  call: Asked & { body: { code: string } },
  person: Person,
  work: (db: Db) => Promise<T>,
  then: (db: Db) => Promise<unknown>,
): Promise<T> {
  const { attempts, signing, database } = call.platform
  const { on } = await database.inVendor(person.home, db => secondFactorOf(db, person.id))
  if (!on) throw conflict('secondFactorOff')
  const wasRight = await countCode(attempts, person, call.request.ip)
  const changed = await change(
    call,
    person,
    async db => {
      if (!(await useCode(db, signing, person.id, call.body.code))) throw wrongCode()
      return work(db)
    },
    then,
  )
  await wasRight()
  return changed
}

/** One transaction where the user is the vendor's own; what is an operator's is changed at the platform, and then noted at the vendor. */
async function change<T>(
  { vendorId, inVendor, platform }: Asked,
  { home }: Person,
  work: (db: Db) => Promise<T>,
  then: (db: Db) => Promise<unknown>,
): Promise<T> {
  const both = async (db: Db) => {
    const changed = await work(db)
    await then(db)
    return changed
  }
  if (home === vendorId) return inVendor(both)
  const changed = await platform.database.inVendor(home, work)
  await inVendor(then)
  return changed
}

async function note(
  { actor, domain, source }: Asked,
  db: Db,
  action: 'secondFactor.confirm' | 'secondFactor.renewCodes' | 'secondFactor.turnOff',
  what: Exclude<SecondFactorChange['change'], 'used' | 'reset'>,
) {
  await recordChange(db, { user: actor.userId, domain, source }, { change: what })
  await writeAudit(db, source, { action, actor })
}
