import type { Signing } from '#platform/crypto/signing.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'
import type { Platform } from '#platform/http/http.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { type Events, record } from '../../events/events.ts'
import { holdUser, usersWithRole } from '../sessions/sessions.ts'
import { countResetMail } from '../sign-in/sign-in-limits.ts'
import { createActivation } from './activations.ts'

type Outside = Pick<Platform, 'database' | 'signing' | 'attempts'>

/** Requests a reset link. All that differs between a known and an unknown address is the job's, so the answer and its time tell nothing. */
export const requestReset = (db: Db, signing: Signing, email: string, domain: string, source: Source) =>
  record(db, 'password.requested', { email: signing.hide(email, 'reset'), domain, ...source })

/** Sends a reset link to the user and to the operator who have this address, where there is one. */
export async function sendResetLinks(
  outside: Outside,
  { vendor, email: hidden, domain, address, device, request }: { vendor: string } & Events['password.requested'],
) {
  const email = outside.signing.reveal(hidden, 'reset')
  if (email === null) return // the installation's secret was replaced meanwhile, and the link would not work
  for (const home of [vendor, platformVendor]) await sendResetLink(outside, home, email, domain, { address, device, request })
}

async function sendResetLink({ database, signing, attempts }: Outside, home: string, email: string, domain: string, source: Source) {
  const find = (db: Db) => usersWithRole(db).select('id').where('email', '=', email).where('operatorId', 'is', null).executeTakeFirst()
  const user = await database.readVendor(home, find)
  if (!user || !(await countResetMail(attempts, home, { id: user.id, email }, source.address))) return
  await database.inVendor(home, async db => {
    await holdUser(db, user.id)
    if (!(await find(db))) return // removed meanwhile
    const activation = await createActivation(db, signing, user.id, 'reset')
    await record(db, 'password.forgotten', { user: user.id, activation, domain })
    await writeAudit(db, source, { action: 'sessions.forgot', actor: null, subject: email })
  })
}
