import { sql } from 'kysely'
import type { Invitation, Removal, UserChange, UserQuery } from '#contract/people.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import { addMember, changeMember, removeMembers } from '../companies/memberships.ts'
import { openAccount, renameAccount } from '../identity/accounts/accounts.ts'
import { lockUser } from '../identity/sessions/sessions.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { type CorrectionContext, correctEmail } from './correct-email.ts'
import { type InvitationContext, sendInvitation } from './invitations.ts'

const selectMembers = (db: Db, companyId: string) =>
  db
    .selectFrom('users')
    .innerJoin('memberships', join =>
      join
        .onRef('memberships.vendorId', '=', 'users.vendorId')
        .onRef('memberships.userId', '=', 'users.id'),
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
      undeliverable('users').as('undeliverable'),
    ])

export const findMember = (db: Db, companyId: string, userId: string) =>
  selectMembers(db, companyId).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound)

export async function findMemberByEmail(
  db: Db,
  companyId: string,
  email: string,
): Promise<string | undefined> {
  const member = await selectMembers(db, companyId)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return member?._id
}

export function listUsers(db: Db, companyId: string, query: UserQuery) {
  const { user } = query
  const members = selectMembers(db, companyId).$if(user !== undefined, q =>
    q.where('users.id', '=', user as string),
  )
  return readList(db, members, query, {
    name: 'users',
    id: 'users.id',
    search: ['users.search'],
    filters: [user],
    order: {
      name: inTurkishCollation('users.name'),
      surname: inTurkishCollation('users.surname'),
      email: 'users.email',
      phone: 'users.phone',
      department: inTurkishCollation('memberships.department'),
      position: inTurkishCollation('memberships.position'),
      userRegistrationDate: 'memberships.dateCreated',
      dateCreated: 'memberships.dateCreated',
    },
  })
}

/** One without a password gets a link, whose id is `activation`.
 * @throws 409 for a member, and for the vendor's team */
export async function inviteUser(
  db: Db,
  companyId: string,
  invitation: Invitation,
  context: InvitationContext,
) {
  const { email, name, surname, phone, department, position, language } = invitation
  const { id, role, isActive } = await openAccount(db, {
    email,
    name,
    surname,
    phone,
    language: language || ((await languageOf(db, companyId)) ?? context.language),
    role: 'customer',
  })
  if (role !== 'customer') throw conflict('isOnTeam')
  if (!(await addMember(db, { userId: id, companyId, department, position })))
    throw conflict(isActive ? 'alreadyMember' : 'invitationWaits')
  // The newest invitation wins until the user is active.
  if (!isActive)
    await renameAccount(db, id, { name, surname, phone, ...(language && { language }) })
  const activation = isActive ? null : await sendInvitation(db, id, context)
  if (isActive)
    await queueMail(db, 'user.added', id, { company: companyId, domain: context.domain })
  return { user: await findMember(db, companyId, id), activation }
}

/** Of most of the company's people; undefined where it has none. */
async function languageOf(db: Db, companyId: string) {
  const most = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .where('memberships.companyId', '=', companyId)
    .select('users.language')
    .groupBy('users.language')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return most?.language
}

/** Name, telephone and e-mail are those of the account, which other companies
 * may have too. @throws 404 for a user who is no member, 409 for an e-mail that is taken */
export async function updateUser(
  db: Db,
  companyId: string,
  userId: string,
  change: UserChange,
  context: CorrectionContext,
) {
  await lockUser(db, userId)
  const before = await findMember(db, companyId, userId)
  const names = {
    name: change.name ?? before.name,
    surname: change.surname ?? before.surname,
    phone: change.phone ?? before.phone,
  }
  const membership = {
    department: change.department ?? before.department,
    position: change.position ?? before.position,
  }
  await renameAccount(db, userId, names)
  await changeMember(db, { userId, companyId, ...membership })
  const { email, ...sent } = await correctEmail(db, before, change.email, context)
  const after = { ...names, ...membership, email } satisfies Record<keyof UserChange, string>
  const changes = [...changesOf(before, after), ...sent.requested]
  return { user: { ...before, ...after }, changes, sent }
}

/** With the last membership the user's sessions end. @throws 409
 * for another e-mail, and with `pending` for an active account */
export async function removeUser(
  db: Db,
  companyId: string,
  userId: string,
  { email, pending }: Removal,
) {
  await lockUser(db, userId)
  const user = await findMember(db, companyId, userId)
  if (canonicalAddress(user.email) !== canonicalAddress(email)) throw conflict('emailDoesNotMatch')
  if (pending && !user.pending) throw conflict('alreadyActive')
  await removeMembers(db, companyId, userId)
}
