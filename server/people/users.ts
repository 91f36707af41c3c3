import { sql } from 'kysely'
import type { Invitation, Removal } from '#contract/users.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishOrder, type ListQuery, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { addMember, removeMembers } from '../companies/memberships.ts'
import { openAccount, renameAccount } from '../identity/accounts/accounts.ts'
import { lockUser } from '../identity/sessions/sessions.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { type InvitationContext, sendInvitation } from './invitations.ts'

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

export const findMember = (db: Db, companyId: string, userId: string) =>
  selectMembers(db, companyId).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound)

export const listUsers = (db: Db, companyId: string, query: ListQuery) =>
  readList(db, selectMembers(db, companyId), query, {
    name: 'users',
    id: 'users.id',
    search: ['users.search'],
    order: {
      name: inTurkishOrder('users.name'),
      surname: inTurkishOrder('users.surname'),
      email: 'users.email',
      phone: 'users.phone',
      department: inTurkishOrder('memberships.department'),
      position: inTurkishOrder('memberships.position'),
      userRegistrationDate: 'memberships.dateCreated',
      dateCreated: 'memberships.dateCreated',
    },
  })

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

/** Ends a membership, and with the last one the user's sessions. @throws 409 for another e-mail, and with `pending` for an active account */
export async function removeUser(db: Db, companyId: string, userId: string, { email, pending }: Removal) {
  await lockUser(db, userId)
  const user = await findMember(db, companyId, userId)
  if (user.email !== email) throw conflict('emailDoesNotMatch')
  if (pending && !user.pending) throw conflict('alreadyActive')
  await removeMembers(db, companyId, userId)
}
