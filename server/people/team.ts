import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type {
  ColleagueChange,
  Removal,
  TeamInvitation,
  TeamQuery,
  TeamRole,
} from '#contract/people.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { conflict, notFound, unauthenticated } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import {
  changeRole,
  leaveTeam,
  openAccount,
  renameAccount,
  reopenAccount,
} from '../identity/accounts/accounts.ts'
import { addressOf } from '../mail/address-of.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { unassignAll } from '../tickets/assignment.ts'
import { type CorrectionContext, correctEmail } from './correct-email.ts'
import { type InvitationContext, sendInvitation } from './invitations.ts'

const roles: TeamRole[] = ['staff', 'admin']

/** Without operators. */
const selectTeam = (db: Db) =>
  db
    .selectFrom('users')
    .where('users.role', 'in', roles)
    .select([
      'users.id as _id',
      addressOf('users').as('email'),
      'users.name',
      'users.surname',
      'users.phone',
      sql<TeamRole>`users.role`.as('role'),
      'users.dateCreated as userRegistrationDate',
      sql<boolean>`users.password_hash is null`.as('pending'),
      undeliverable('users').as('undeliverable'),
      sql<boolean>`exists (select from second_factors f where f.vendor_id = users.vendor_id and f.user_id = users.id and f.date_confirmed is not null)`.as(
        'secondFactor',
      ),
    ])

export const listTeam = (db: Db, query: TeamQuery) =>
  readList(db, selectTeam(db), query, {
    name: 'users',
    id: 'users.id',
    search: ['users.search'],
    order: {
      name: inTurkishCollation('users.name'),
      surname: inTurkishCollation('users.surname'),
      email: 'users.email',
      phone: 'users.phone',
      role: 'users.role',
      userRegistrationDate: 'users.dateCreated',
      dateCreated: 'users.dateCreated',
    },
  })

/** Invites a new or former user; a former one loses the old
 * password. @throws 409 for a member of the team or of a company */
export async function inviteColleague(
  db: Db,
  { language, ...person }: TeamInvitation,
  context: InvitationContext,
) {
  const account = { ...person, language: language || context.language }
  const { id, isNew, ...former } = await openAccount(db, account)
  if (!isNew) {
    if (former.role !== 'customer')
      throw conflict(former.isActive ? 'alreadyOnTeam' : 'invitationWaits')
    if (
      await db
        .selectFrom('memberships')
        .select('userId')
        .where('userId', '=', id)
        .limit(1)
        .executeTakeFirst()
    )
      throw conflict('isCustomer')
    await reopenAccount(db, id, account)
  }
  const activation = await sendInvitation(db, id, context)
  return { user: await findColleague(db, id), activation }
}

export const findColleague = (db: Db, userId: string) =>
  selectTeam(db).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound)

/** @throws 404 for one who is not on the team, 409 for the role of
 * the last administrator, and for an e-mail that is taken */
export async function updateColleague(
  db: Db,
  userId: string,
  change: ColleagueChange,
  context: CorrectionContext,
) {
  const { actor } = context
  const { isLastAdministrator } = await lockColleague(db, actor, userId)
  const before = await findColleague(db, userId)
  const names = {
    name: change.name ?? before.name,
    surname: change.surname ?? before.surname,
    phone: change.phone ?? before.phone,
  }
  const { role = before.role } = change
  await renameAccount(db, userId, names)
  if (role !== before.role) {
    if (isLastAdministrator) throw conflict('lastAdministrator')
    await changeRole(db, userId, role)
  }
  const { email, ...sent } = await correctEmail(db, before, change.email, context)
  const after = { ...names, role, email } satisfies Record<keyof ColleagueChange, string>
  const changes = [...changesOf(before, after), ...sent.requested]
  return { user: { ...before, ...after }, changes, sent }
}

/** @throws 409 for oneself, the last administrator, another
 * e-mail, and with `pending` for an active account */
export async function removeColleague(
  db: Db,
  actor: Actor,
  userId: string,
  { email, pending }: Removal,
) {
  const colleague = await lockColleague(db, actor, userId)
  if (canonicalAddress(colleague.email) !== canonicalAddress(email))
    throw conflict('emailDoesNotMatch')
  if (pending && colleague.passwordHash !== null) throw conflict('alreadyActive')
  if (colleague.isLastAdministrator) throw conflict('lastAdministrator')
  if (userId === actor.userId) throw conflict('ownRemoval')
  await leaveTeam(db, userId)
  await unassignAll(db, actor, userId)
}

/** Locks a colleague and all administrators, so that of two who remove each other, or
 * make each other staff, one fails. @throws 401 for a former administrator, 404 */
async function lockColleague(db: Db, actor: Actor, userId: string) {
  const team = await db
    .selectFrom('users')
    .select(['id', addressOf('users').as('email'), 'role', 'passwordHash'])
    .where('role', 'in', roles)
    .where(eb => eb.or([eb('role', '=', 'admin'), eb('id', '=', userId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const administrators = team.filter(({ role }) => role === 'admin')
  if (actor.role === 'admin' && !administrators.some(({ id }) => id === actor.userId))
    throw unauthenticated()
  const colleague = team.find(({ id }) => id === userId)
  if (!colleague) throw notFound()
  const others = administrators.filter(({ id }) => id !== userId)
  // A pending administrator cannot replace an active one.
  const isReplaced =
    colleague.passwordHash === null
      ? others.length > 0
      : others.some(({ passwordHash }) => passwordHash !== null)
  return { ...colleague, isLastAdministrator: colleague.role === 'admin' && !isReplaced }
}
