import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Role } from '#contract/actor.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { publishChangeTo } from '../../events/notices.ts'
import { clearUndeliverable } from '../../mail/undeliverable.ts'
import { endSessions } from '../sessions/sessions.ts'
import { spellingsOf } from './by-address.ts'

type Names = { name: string; surname: string; phone: string }
type NewAccount = Names & {
  /** null: of a contact without one, which is always new */
  email: string | null
  language: Language
  role: Role
  isContact?: boolean
}

/** Creates the account of an e-mail address, or locks the one
 * that exists: a concurrent call waits, and then finds it. */
export async function openAccount(
  db: Db,
  account: NewAccount,
): Promise<{ id: string; role: Role; isActive: boolean; isContact: boolean; isNew: boolean }> {
  const inserted = await db
    .insertInto('users')
    .values({ id: uuidv7(), ...account })
    .onConflict(conflict =>
      conflict.columns(['vendorId', 'email']).where('operatorId', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const { role: newRole, isContact: isNewContact = false } = account
  if (inserted)
    return {
      id: inserted.id,
      role: newRole,
      isActive: false,
      isContact: isNewContact,
      isNew: true,
    }
  const { id, role, passwordHash, isContact } = await db
    .selectFrom('users')
    .select(['id', 'role', 'passwordHash', 'isContact'])
    .where('email', '=', account.email)
    .where('operatorId', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { id, role: role as Role, isActive: passwordHash !== null, isContact, isNew: false }
}

export const renameAccount = (
  db: Db,
  id: string,
  names: Partial<Names> & { language?: Language },
) => db.updateTable('users').set(names).where('id', '=', id).execute()

/** Whether an account of the vendor other than `id` has an address, also one of a former user. */
export async function isAddressTaken(db: Db, email: string, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'in', spellingsOf(email))
    .where('id', '<>', id)
    .where('operatorId', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Gives an account another address, or a contact none; all links that were sent to it end.
 * @throws 409 where another account of the vendor has the address */
export async function changeAddress(db: Db, id: string, email: string | null) {
  if (email !== null && (await isAddressTaken(db, email, id))) throw conflict('emailTaken')
  await db
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .execute()
    .catch(error => {
      // taken at the same moment
      throw error.code === '23505' ? conflict('emailTaken') : error
    })
  await db.deleteFrom('activations').where('userId', '=', id).execute()
  await clearUndeliverable(db, id)
  publishChangeTo(db, await companiesOf(db, id))
}

export async function companiesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('companyId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ companyId }) => companyId)
}

/** Gives a former user's account a new role; its password is void. */
export const reopenAccount = (db: Db, id: string, { email: _, ...account }: NewAccount) =>
  db
    .updateTable('users')
    .set({ ...account, isContact: false, passwordHash: null, dateCreated: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** Ends the user's sessions: none has the access of the
 * former role, or gets that of the new one without a sign-in. */
export async function changeRole(db: Db, id: string, role: Role) {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute()
  await endSessions(db, id)
}

/** Ends a user's role on the team, with sessions, links and
 * second factor: none is valid for a later invitation. */
export async function leaveTeam(db: Db, id: string) {
  await changeRole(db, id, 'customer')
  await db.deleteFrom('activations').where('userId', '=', id).execute()
  await db.deleteFrom('secondFactors').where('userId', '=', id).execute()
}

export async function sweepAccounts(db: Db) {
  await db.deleteFrom('sessions').where('dateExpires', '<', sql<string>`now()`).execute()
  await db
    .deleteFrom('activations')
    .where('dateExpires', '<', sql<string>`now() - interval '30 days'`)
    .execute()
  await db
    .deleteFrom('secondFactors')
    .where('dateConfirmed', 'is', null)
    .where('dateCreated', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
