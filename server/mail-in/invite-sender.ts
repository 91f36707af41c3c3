import { limits } from '#contract/limits.ts'
import { Invitation } from '#contract/people.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import { writeAudit } from '../audit/audit-log.ts'
import { lockCompany } from '../companies/companies.ts'
import type { InvitationContext } from '../people/invitations.ts'
import { findMemberByEmail, inviteUser } from '../people/users.ts'
import { findTicket } from '../tickets/ticket-scope.ts'
import type { HeldMail } from './received.ts'

type InvitingCall = InvitationContext & { db: Db; source: Source }

/** The user as whom the team accepts a held mail; the sender of one
 * without a ticket is invited to `company`. @throws 404, 409 */
export async function chooseUser(
  call: InvitingCall,
  mail: HeldMail,
  { as, company }: { as: 'user' | 'sender'; company?: string | undefined },
) {
  if (as === 'user' && mail.userId !== null) return mail.userId
  const { db, actor } = call
  if (mail.ticket !== null)
    return inviteSender(call, mail, (await findTicket(db, actor, mail.ticket)).company)
  if (company === undefined) throw conflict('mailWithoutUser')
  return inviteSender(call, mail, company)
}

async function inviteSender(
  call: InvitingCall,
  { sender, senderName }: HeldMail,
  company: string,
): Promise<string> {
  const { db, actor, source } = call
  const [name = '', ...others] = senderName.split(/\s+/).filter(isSeen)
  const invitation = Invitation.safeParse({
    email: sender,
    name: name || sender.slice(0, limits.name),
    surname: others.join(' ') || '-',
  })
  if (!invitation.success || invitation.data.email !== headerAddress(sender))
    throw conflict('senderNotInvitable')
  await lockCompany(db, company)
  const { email } = invitation.data
  const member = await findMemberByEmail(db, company, email)
  if (member) return member
  const { user } = await inviteUser(db, company, invitation.data, call)
  const ids = { company }
  await writeAudit(db, source, { action: 'users.invite', actor, ids, subject: email })
  return user._id
}
