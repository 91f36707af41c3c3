import type { Actor } from '#contract/actor.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { lockUser } from '../identity/sessions/sessions.ts'
import { queueMail } from '../mail/mail-queue.ts'

export type InvitationServices = { config: Config; signing: Signing }
export type InvitationContext = {
  platform: InvitationServices
  domain: string
  language: Language
  actor: Actor
}

/** @throws 403 for staff whose vendor does not let them invite users of companies */
export async function assertMayInvite(db: Db, { role }: Actor) {
  if (role !== 'staff') return
  const { staffMayInvite } = await db
    .selectFrom('vendors')
    .select('staffMayInvite')
    .where('vendorId', '=', db.vendorId)
    .executeTakeFirstOrThrow()
  if (!staffMayInvite) throw forbidden()
}

/** Returns the link's id; the mail is sent after the commit. */
export async function sendInvitation(
  db: Db,
  userId: string,
  { platform, domain, actor }: InvitationContext,
): Promise<string> {
  const activation = await createActivation(db, platform.signing, userId, 'invitation')
  await queueMail(db, 'user.invited', userId, { activation, domain, by: actor.name })
  return activation
}

/** Sends the invitation of the user that `find` returns again, or a contact the first one.
 * @throws what `find` throws, 409 when the account is active */
export async function resendInvitation<U extends { pending: boolean; contact?: boolean }>(
  db: Db,
  userId: string,
  find: () => Promise<U>,
  context: InvitationContext,
) {
  await lockUser(db, userId)
  const user = await find()
  if (!user.pending && !user.contact) throw conflict('alreadyActive')
  return { user, activation: await sendInvitation(db, userId, context) }
}
