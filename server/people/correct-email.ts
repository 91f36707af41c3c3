import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { doneMessages } from '#contract/done.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { requestEmail } from '../identity/account-security/email-change.ts'
import { changeAddress, isAddressTaken } from '../identity/accounts/accounts.ts'
import { linkToHandOver } from '../identity/passwords/activation-link.ts'
import { type InvitationContext, sendInvitation } from './invitations.ts'

export type CorrectionContext = InvitationContext & { actor: Actor; source: Source }

/** `email` is the account's from now on, `requested` one that waits for its confirmation,
 * and `activation` the new invitation of a pending person. */
type Correction = { email: string; activation: string | null; requested: FieldChange[] }

/** Gives a pending person the address at once, and a contact, who may also have none; sends an
 * active one, whose account is locked by the caller, a link to confirm it.
 * @throws 400 for one with a login and no address, 409 where another account has it */
export async function correctEmail(
  db: Db,
  person: { _id: string; email: string; pending: boolean; contact?: boolean },
  email: string | undefined,
  context: CorrectionContext,
): Promise<Correction> {
  const { _id: id, pending, contact } = person
  const unchanged = { email: person.email, activation: null, requested: [] }
  if (email === undefined || email === person.email) return unchanged
  if (contact && (!pending || email === '')) {
    await changeAddress(db, id, email || null)
    return { ...unchanged, email }
  }
  if (email === '') throw invalid([{ path: ['email'], message: 'required' }])
  if (pending) {
    await changeAddress(db, id, email)
    return { email, activation: await sendInvitation(db, id, context), requested: [] }
  }
  if (await isAddressTaken(db, email, id)) throw conflict('emailTaken')
  const { platform, domain, source, actor } = context
  const by = actor.userId === id ? '' : actor.name
  const request = { signing: platform.signing, domain, source, by }
  return { ...unchanged, requested: await requestEmail(db, id, email, request) }
}

/** What an administrator reads of a correction, and the link where no mail is sent. */
export async function describeCorrection(
  call: CorrectionContext & { db: Db; t: ReturnType<typeof doneMessages> },
  email: string,
  { activation, requested: [request] }: Pick<Correction, 'activation' | 'requested'>,
) {
  const link = await linkToHandOver(call, email, activation)
  if (request) return { message: call.t.emailRequested(request.after ?? '') }
  const isMailed = activation !== null && link.activationLink === undefined
  return { message: isMailed ? call.t.invitedAgain(email) : call.t.updated, ...link }
}
