import type { Signing } from '#platform/crypto/signing.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { type Events, recordEvent } from '../../events/events.ts'
import { addressOf } from '../../mail/address-of.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { ofAddress } from '../accounts/by-address.ts'
import type { IdentityServices } from '../sessions/identity-call.ts'
import { lockUser, usersWithRole } from '../sessions/sessions.ts'
import { takeResetMail } from '../sign-in/sign-in-limits.ts'
import { createActivation } from './activations.ts'

type ResetContext = Pick<IdentityServices, 'database' | 'signing' | 'rateLimiter'>

/** Only the job looks for the account, so the response and
 * its time are the same for unknown addresses. */
export const requestReset = (
  db: Db,
  signing: Signing,
  email: string,
  domain: string,
  source: Source,
) =>
  recordEvent(db, 'password.requested', {
    email: signing.encrypt(email, 'reset'),
    domain,
    ...source,
  })

export async function sendResetLinks(
  context: ResetContext,
  {
    vendor,
    email: encryptedEmail,
    domain,
    address,
    device,
    request,
  }: { vendor: string } & Events['password.requested'],
) {
  const email = context.signing.decrypt(encryptedEmail, 'reset')
  if (email === null) return // TOKEN_SECRET has changed since, and the link would be invalid
  for (const homeVendorId of [vendor, platformVendor])
    await sendResetLink(context, homeVendorId, email, domain, { address, device, request })
}

async function sendResetLink(
  { database, signing, rateLimiter }: ResetContext,
  homeVendorId: string,
  email: string,
  domain: string,
  source: Source,
) {
  const find = (db: Db) =>
    usersWithRole(db)
      .select(['id', addressOf('users').as('email')])
      .where('operatorId', 'is', null)
      .where('isContact', '=', false) // who gets a login by an invitation only
      .$call(ofAddress(email))
      .executeTakeFirst()
  const user = await database.readVendor(homeVendorId, find)
  if (
    !user ||
    !(await takeResetMail(rateLimiter, homeVendorId, { id: user.id, email }, source.address))
  )
    return
  await database.inVendor(homeVendorId, async db => {
    await lockUser(db, user.id)
    if (!(await find(db))) return // removed since the first read
    const activation = await createActivation(db, signing, user.id, 'reset')
    await queueMail(db, 'password.forgotten', user.id, { activation, domain })
    await writeAudit(db, source, { action: 'sessions.forgot', actor: null, subject: user.email })
  })
}
