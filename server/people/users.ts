import { sql } from 'kysely'
import type { Invitation } from '#contract/users.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishOrder, type ListQuery, patternOf, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { addMember, removeMember } from '../companies/memberships.ts'
import { openAccount, renameAccount } from '../identity/accounts/accounts.ts'
import { lockUser } from '../identity/sessions/sessions.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { type InvitationContext, resendInvitation, sendInvitation } from './invitations.ts'

const selectMembers = (db: Db, companyId: string) =>
  db
    .selectFrom('users')
    .innerJoin('memberships', join =>
      join.onRef('memberships.vendorId', '=', 'users.vendorId').onRef('memberships.userId', '=', 'users.id'),
    )
    .where('memberships.companyId', '=', companyId)
    .select([
      'users.id as _id',
      'users.email',
      'users.name',
      'users.surname',
      'users.phone',
      'memberships.department',
      'memberships.position',
      'memberships.dateCreated as userRegistrationDate',
      sql<boolean>`users.password_hash is null`.as('pending'),
    ])

const findMember = (db: Db, companyId: string, userId: string) =>
  selectMembers(db, companyId).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound)

export async function listUsers(db: Db, companyId: string, query: ListQuery) {
  const pattern = patternOf(query)
  const { rows, ...total } = await readList(
    db,
    selectMembers(db, companyId).$if(pattern !== null, q => q.where('users.search', 'like', pattern as string)),
    query,
    {
      name: inTurkishOrder('users.name'),
      surname: inTurkishOrder('users.surname'),
      email: 'users.email',
      phone: 'users.phone',
      department: inTurkishOrder('memberships.department'),
      position: inTurkishOrder('memberships.position'),
      userRegistrationDate: 'memberships.dateCreated',
      dateCreated: 'memberships.dateCreated',
    },
    'users.id',
  )
  return { users: rows, ...total }
}

export type Removal = { email: string; pending?: true | undefined }

/** Adds a user to a company. One without a password gets a link, whose id is `activation`. @throws 409 for a member, and for the vendor's team */
export async function inviteUser(db: Db, companyId: string, invitation: Invitation, context: InvitationContext) {
  const { email, name, surname, phone, department, position } = invitation
  const { id, role, isActive } = await openAccount(db, { email, name, surname, phone, language: context.language, role: 'customer' })
  if (role !== 'customer') throw conflict('isOnTeam')
  if (!(await addMember(db, { userId: id, companyId, department, position })))
    throw conflict(isActive ? 'alreadyMember' : 'invitationWaits')
  // The newest invitation wins until the user is active.
  if (!isActive) await renameAccount(db, id, { name, surname, phone })
  const activation = isActive ? null : await sendInvitation(db, id, context)
  if (isActive) await queueMail(db, 'user.added', id, { company: companyId, domain: context.domain })
  return { user: await findMember(db, companyId, id), activation }
}

/** Sends a pending invitation again. @throws 409 when the account is active */
export const resendUserInvitation = (db: Db, companyId: string, userId: string, context: InvitationContext) =>
  resendInvitation(db, userId, () => findMember(db, companyId, userId), context)

/** Ends a membership, and with the last one the user's sessions. @throws 409 for another e-mail, and with `pending` for an active account */
export async function removeUser(db: Db, companyId: string, userId: string, { email, pending }: Removal) {
  await lockUser(db, userId)
  const user = await findMember(db, companyId, userId)
  if (user.email !== email) throw conflict('emailDoesNotMatch')
  if (pending && !user.pending) throw conflict('alreadyActive')
  await removeMember(db, companyId, userId)
}
