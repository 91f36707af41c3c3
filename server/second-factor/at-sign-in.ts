import type { routes } from '#contract/routes.ts'
import { writeAudit } from '#platform/audit.ts'
import type { Db } from '#platform/database.ts'
import { Refusal } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http.ts'
import { countCode } from '../sessions/attempts.ts'
import { enter } from '../sessions/enter.ts'
import { whoIs } from '../sessions/sessions.ts'
import { confirmSecondFactor, useCode } from './second-factor.ts'
import { recordChange, secretFor, whosePass } from './steps.ts'

type Calls = (typeof routes)['secondFactor']

/** The second step of signing in. A wrong code is kept in the audit: whoever showed it knew the password. @throws 401 for a wrong code */
export async function enterByCode(call: DetachedCall<Calls['enter']>) {
  const { body, request, source, vendorId, domain, platform } = call
  const { database, attempts, signing } = platform
  const person = await whosePass(call, body.pass)
  const wasRight = await countCode(attempts, person, request.ip)
  const used = await database.inVendor(person.home, db => useCode(db, signing, person.id, body.code))
  if (!used) {
    const refusal = new Refusal(401, 'wrongCode', { name: 'InvalidCredentialsError' })
    const actor = person.home === vendorId ? await database.inVendor(vendorId, db => whoIs(db, person.id)) : null
    const subject = person.email
    await database.inVendor(vendorId, db => writeAudit(db, source, { action: 'secondFactor.enter', actor, subject, refusal: refusal.name }))
    throw refusal
  }
  const { left } = used
  const tell = (db: Db, user: string) => recordChange(db, { user, domain, source }, { change: 'used', left: String(left) })
  const entered = await enter(call, person, body.devices, { second: true, ...(left !== null && { also: tell }) })
  await wasRight()
  return entered
}

/** For who must have a second factor and has none: its secret. */
export async function beginAtSignIn(call: DetachedCall<Calls['beginAtSignIn']>) {
  const person = await whosePass(call, call.body.pass)
  return secretFor(call, person)
}

/** Confirms it, and signs in. */
export async function confirmAtSignIn(call: DetachedCall<Calls['confirmAtSignIn']>) {
  const { body, request, domain, source, platform } = call
  const { database, attempts, signing } = platform
  const person = await whosePass(call, body.pass)
  const wasRight = await countCode(attempts, person, request.ip)
  const codes = await database.inVendor(person.home, db => confirmSecondFactor(db, signing, person.id, body.code))
  const also = async (db: Db, user: string) => {
    await recordChange(db, { user, domain, source }, { change: 'on' })
    await writeAudit(db, source, { action: 'secondFactor.confirm', actor: await whoIs(db, user) })
  }
  const entered = await enter(call, person, body.devices, { second: true, also })
  await wasRight()
  return { ...entered, codes }
}
