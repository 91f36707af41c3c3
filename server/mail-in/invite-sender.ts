import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import { Invitation } from '#contract/people.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import { lockCompany } from '../companies/companies.ts'
import type { InvitationContext } from '../people/invitations.ts'
import { findMemberByEmail, inviteUser } from '../people/users.ts'
import { findTicket } from '../tickets/ticket-scope.ts'
import type { HeldMail } from './received.ts'

type InvitingCall = InvitationContext & { db: Db; actor: Actor }

/** The user as whom the team accepts a held mail; the sender of one
 * without a ticket is invited to `company`. @throws 404, 409 */
export async function chooseUser(
  call: InvitingCall,
  mail: HeldMail,
  { as, company }: { as: 'user' | 'sender'; company?: string | undefined },
) {
  if (as === 'user' && mail.userId !== null) return mail.userId
  const { db, actor } = call
  if (mail.ticketId !== null)
    return inviteSender(call, mail, (await findTicket(db, actor, mail.ticketId)).company)
  if (company === undefined) throw conflict('mailWithoutUser')
  return inviteSender(call, mail, company)
}

async function inviteSender(
  call: InvitingCall,
  { sender, senderName }: HeldMail,
  company: string,
): Promise<string> {
  const { db } = call
  const [name = '', ...others] = senderName.split(/\s+/).filter(isSeen)
  const invitation = Invitation.safeParse({
    email: sender,
    name: name || sender.slice(0, limits.name),
    surname: others.join(' ') || '-',
  })
  if (!invitation.success || invitation.data.email !== headerAddress(sender))
    throw conflict('senderNotInvitable')
  await lockCompany(db, company)
  const member = await findMemberByEmail(db, company, invitation.data.email)
  return member ?? (await inviteUser(db, company, invitation.data, call)).user._id
}
