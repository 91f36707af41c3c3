import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Language } from '#contract/messages.ts'
import type { ListQuery } from '#contract/paging.ts'
import type { Invitation } from '#contract/users.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishOrder, patternOf, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { endSessionsWithoutRole, lockUser } from '../identity/sessions/sessions.ts'

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
export type InvitationContext = { signing: Signing; domain: string; language: Language }

/** Adds a user to a company. One without a password gets a link, whose id is `activation`. @throws 409 for a member, and for the vendor's team */
export async function inviteUser(db: Db, companyId: string, invitation: Invitation, { signing, domain, language }: InvitationContext) {
  const { email, name, surname, phone, department, position } = invitation
  // A concurrent invitation of the same address waits here, and then finds the user.
  await db
    .insertInto('users')
    .values({ id: uuidv7(), email, name, surname, phone, language, role: 'customer' })
    .onConflict(conflict => conflict.columns(['vendorId', 'email']).where('operatorId', 'is', null).doNothing())
    .execute()
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'passwordHash'])
    .where('email', '=', email)
    .where('operatorId', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (user.role !== 'customer') throw conflict('isOnTeam')
  const membership = await db
    .insertInto('memberships')
    .values({ userId: user.id, companyId, department, position })
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!membership) throw conflict(user.passwordHash === null ? 'invitationWaits' : 'alreadyMember')
  // The newest invitation wins until the user is active.
  if (user.passwordHash === null) await db.updateTable('users').set({ name, surname, phone }).where('id', '=', user.id).execute()
  const activation = user.passwordHash === null ? await createActivation(db, signing, user.id, 'invitation') : null
  if (activation) await recordEvent(db, 'user.invited', { user: user.id, activation, domain })
  else await recordEvent(db, 'user.added', { user: user.id, company: companyId, domain })
  return { user: await findMember(db, companyId, user.id), activation }
}

/** Sends a pending invitation again. @throws 409 when the account is active */
export async function resendInvitation(db: Db, companyId: string, userId: string, { signing, domain }: InvitationContext) {
  await lockUser(db, userId)
  const user = await findMember(db, companyId, userId)
  if (!user.pending) throw conflict('alreadyActive')
  const activation = await createActivation(db, signing, userId, 'invitation')
  await recordEvent(db, 'user.invited', { user: userId, activation, domain })
  return { user, activation }
}

/** Ends a membership, and with the last one the user's sessions. @throws 409 for another e-mail, and with `pending` for an active account */
export async function removeUser(db: Db, companyId: string, userId: string, { email, pending }: Removal) {
  await lockUser(db, userId)
  const user = await findMember(db, companyId, userId)
  if (user.email !== email) throw conflict('emailDoesNotMatch')
  if (pending && !user.pending) throw conflict('alreadyActive')
  await db.deleteFrom('memberships').where('userId', '=', userId).where('companyId', '=', companyId).execute()
  await endSessionsWithoutRole(db, [userId])
}
