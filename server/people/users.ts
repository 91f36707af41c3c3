import { sql } from 'kysely'
import type { Invitation, Removal, UserChange, UserQuery } from '#contract/people.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import {
  addMember,
  changeMember,
  languageOfMembers,
  removeMembers,
} from '../companies/memberships.ts'
import { changeAddress, openAccount, renameAccount } from '../identity/accounts/accounts.ts'
import { endInvitation } from '../identity/passwords/activations.ts'
import { lockUser } from '../identity/sessions/sessions.ts'
import { addressOf } from '../mail/address-of.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { type CorrectionContext, correctEmail } from './correct-email.ts'
import { type InvitationContext, resendInvitation, sendInvitation } from './invitations.ts'

const isInvited = sql<boolean>`exists (select from activations a
  where a.vendor_id = users.vendor_id and a.user_id = users.id and a.purpose = 'invitation')`

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
      addressOf('users').as('email'),
      'users.name',
      'users.surname',
      'users.phone',
      'memberships.department',
      'memberships.position',
      'memberships.dateCreated as userRegistrationDate',
      sql<boolean>`(users.password_hash is null and (not users.is_contact or ${isInvited}))`.as(
        'pending',
      ),
      'users.isContact as contact',
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
      email: addressOf('users'),
      phone: 'users.phone',
      department: inTurkishCollation('memberships.department'),
      position: inTurkishCollation('memberships.position'),
      userRegistrationDate: 'memberships.dateCreated',
      dateCreated: 'memberships.dateCreated',
    },
  })
}

/** One without a password gets a link, whose id is `activation`; a contact of the address
 * becomes the invited user. @throws 409 for a member, and for the vendor's team */
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
    language: language || ((await languageOfMembers(db, companyId)) ?? context.language),
    role: 'customer',
  })
  if (role !== 'customer') throw conflict('isOnTeam')
  const member = { userId: id, companyId, department, position }
  const isAdded = await addMember(db, member)
  const known = await findMember(db, companyId, id)
  if (!isAdded) {
    if (!known.contact || known.pending)
      throw conflict(isActive ? 'alreadyMember' : 'invitationWaits')
    await changeMember(db, {
      ...member,
      department: department || known.department,
      position: position || known.position,
    })
  }
  // The newest invitation wins until the user is active.
  if (!isActive)
    await renameAccount(db, id, {
      name,
      surname,
      ...((phone || !known.contact) && { phone }),
      ...(language && { language }),
    })
  const activation = isActive ? null : await sendInvitation(db, id, context)
  if (isActive)
    await queueMail(db, 'user.added', id, { company: companyId, domain: context.domain })
  return { user: await findMember(db, companyId, id), activation }
}

/** Invites a contact, at `email` where they have none, or a pending user again.
 * @throws 409 for an active user, and without any e-mail */
export async function remindUser(
  db: Db,
  companyId: string,
  userId: string,
  email: string | undefined,
  context: InvitationContext,
) {
  const find = () => findMember(db, companyId, userId)
  return resendInvitation(
    db,
    userId,
    async () => {
      const user = await find()
      if (user.email) return user
      if (email === undefined) throw conflict('contactWithoutEmail')
      await changeAddress(db, userId, email)
      return find()
    },
    context,
  )
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
  if (before.contact && (change.email ?? before.email) === '' && names.phone === '')
    throw invalid([{ path: ['phone'], message: 'phoneOrEmail' }])
  await renameAccount(db, userId, names)
  await changeMember(db, { userId, companyId, ...membership })
  const { email, ...sent } = await correctEmail(db, before, change.email, context)
  const after = { ...names, ...membership, email } satisfies Record<keyof UserChange, string>
  const changes = [...changesOf(before, after), ...sent.requested]
  return { user: { ...before, ...after }, changes, sent }
}

/** With the last membership the user's sessions end. With `pending` the invitation
 * of a contact is revoked, who stays one. @throws 409
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
  if (pending && user.contact) return endInvitation(db, userId)
  await removeMembers(db, companyId, userId)
}
