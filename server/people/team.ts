import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { ListQuery } from '#contract/paging.ts'
import type { TeamInvitation, TeamRole } from '#contract/team.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishOrder, patternOf, readList } from '#platform/database/lists.ts'
import { conflict, notFound, unauthenticated } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { endSessions, lockUser } from '../identity/sessions/sessions.ts'
import type { InvitationContext, Removal } from './users.ts'

const roles: TeamRole[] = ['staff', 'admin']

/** The vendor's own people; an operator who works here is not one of them. */
const colleagues = (db: Db) =>
  db
    .selectFrom('users')
    .where('users.role', 'in', roles)
    .select([
      'users.id as _id',
      'users.email',
      'users.name',
      'users.surname',
      'users.phone',
      sql<TeamRole>`users.role`.as('role'),
      'users.dateCreated as userRegistrationDate',
      sql<boolean>`users.password_hash is null`.as('pending'),
      sql<boolean>`exists (select from second_factors f where f.vendor_id = users.vendor_id and f.user_id = users.id and f.date_confirmed is not null)`.as(
        'secondFactor',
      ),
    ])

export async function listTeam(db: Db, query: ListQuery) {
  const pattern = patternOf(query)
  const { rows, ...total } = await readList(
    db,
    colleagues(db).$if(pattern !== null, q => q.where('users.search', 'like', pattern as string)),
    query,
    {
      name: inTurkishOrder('users.name'),
      surname: inTurkishOrder('users.surname'),
      email: 'users.email',
      role: 'users.role',
      userRegistrationDate: 'users.dateCreated',
      dateCreated: 'users.dateCreated',
    },
    'users.id',
  )
  return { users: rows, ...total }
}

/**
 * Invites somebody to the team. Who has been here before, and is nobody's user now, begins anew.
 * @throws 409 for who is on the team, and for a customer: nobody is both.
 */
export async function inviteColleague(db: Db, invitation: TeamInvitation, { signing, domain, language }: InvitationContext) {
  const { email, name, surname, phone, role } = invitation
  const made = await db
    .insertInto('users')
    .values({ id: uuidv7(), email, name, surname, phone, language, role })
    .onConflict(conflict => conflict.columns(['vendorId', 'email']).where('operatorId', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = made?.id ?? (await formerUser(db, email))
  if (!made) {
    await db
      .updateTable('users')
      .set({ name, surname, phone, role, passwordHash: null, dateCreated: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  }
  const activation = await createActivation(db, signing, id, 'invitation')
  await recordEvent(db, 'user.invited', { user: id, activation, domain })
  return { user: await colleague(db, id), activation }
}

/** Somebody who was here once: neither on the team nor a customer now. @throws 409 for everybody else. */
async function formerUser(db: Db, email: string): Promise<string> {
  // Whoever makes them a customer meanwhile holds this row too.
  const { id, role, passwordHash } = await db
    .selectFrom('users')
    .select(['id', 'role', 'passwordHash'])
    .where('email', '=', email)
    .where('operatorId', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (role !== 'customer') throw conflict(passwordHash === null ? 'invitationWaits' : 'alreadyOnTeam')
  if (await db.selectFrom('memberships').select('userId').where('userId', '=', id).limit(1).executeTakeFirst()) throw conflict('isCustomer')
  return id
}

/** Sends a pending invitation again. @throws 409 where there is nothing pending. */
export async function resendColleagueInvitation(db: Db, userId: string, { signing, domain }: InvitationContext) {
  await lockUser(db, userId)
  const user = await colleague(db, userId)
  if (!user.pending) throw conflict('alreadyActive')
  const activation = await createActivation(db, signing, userId, 'invitation')
  await recordEvent(db, 'user.invited', { user: userId, activation, domain })
  return { user, activation }
}

const colleague = (db: Db, userId: string) => colleagues(db).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound)

/**
 * Takes somebody off the team: their sessions and links end at once, their messages keep their name.
 * @throws 409 for oneself, for the last administrator, where the e-mail is not the colleague's, and where only an invitation was to be
 * revoked that has been taken up.
 */
export async function removeColleague(db: Db, actor: Actor, userId: string, { email, pending }: Removal) {
  // All the administrators, locked: of two who remove each other the second finds the first gone, or themselves.
  const team = await db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'passwordHash'])
    .where('role', 'in', roles)
    .where(eb => eb.or([eb('role', '=', 'admin'), eb('id', '=', userId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (actor.role === 'admin' && !team.some(({ id }) => id === actor.userId)) throw unauthenticated()
  const leaving = team.find(({ id }) => id === userId)
  if (!leaving) throw notFound()
  if (leaving.email !== email) throw conflict('emailDoesNotMatch')
  if (pending && leaving.passwordHash !== null) throw conflict('alreadyActive')
  const others = team.filter(({ id, role }) => role === 'admin' && id !== userId)
  // Who has not come yet may never come, and could not stand in for who has.
  const enough = leaving.passwordHash === null ? others.length > 0 : others.some(({ passwordHash }) => passwordHash !== null)
  if (leaving.role === 'admin' && !enough) throw conflict('lastAdministrator')
  if (userId === actor.userId) throw conflict('ownRemoval')
  await db.updateTable('users').set({ role: 'customer' }).where('id', '=', userId).execute()
  await db.deleteFrom('activations').where('userId', '=', userId).execute()
  await db.deleteFrom('secondFactors').where('userId', '=', userId).execute() // who comes back begins anew
  await endSessions(db, userId)
}
