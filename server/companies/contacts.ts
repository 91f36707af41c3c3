import type { NewContact } from '#contract/people.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { openAccount, renameAccount } from '../identity/accounts/accounts.ts'
import { addMember, isMember, languageOfMembers } from './memberships.ts'

/** Makes a person a member of a company without a login; the caller has locked the company. A
 * contact of another company becomes one of both, but whoever has a login sees no further company
 * without an invitation. @throws 409 for a member, and for an e-mail with a login */
export async function createContact(
  db: Db,
  companyId: string,
  { email, ...person }: NewContact,
  fallback: Language,
): Promise<string> {
  const { id, role, isContact, isNew } = await openAccount(db, {
    ...person,
    email: email || null,
    language: (await languageOfMembers(db, companyId)) ?? fallback,
    role: 'customer',
    isContact: true,
  })
  if (role !== 'customer') throw conflict('isOnTeam')
  if (!isContact) throw conflict((await isMember(db, companyId, id)) ? 'alreadyMember' : 'hasLogin')
  if (!(await addMember(db, { userId: id, companyId, department: '', position: '' })))
    throw conflict('alreadyMember')
  const { phone, ...names } = person
  if (!isNew) await renameAccount(db, id, { ...names, ...(phone && { phone }) })
  return id
}
