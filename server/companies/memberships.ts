import type { Db } from '#platform/database/database.ts'
import { endSessionsWithoutRole } from '../identity/sessions/sessions.ts'

type NewMember = { userId: string; companyId: string; department: string; position: string }

/** Returns whether the user was not a member before. */
export async function addMember(db: Db, member: NewMember): Promise<boolean> {
  const inserted = await db
    .insertInto('memberships')
    .values(member)
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Ends a membership, and with the last one the user's sessions. */
export async function removeMember(db: Db, companyId: string, userId: string) {
  await db.deleteFrom('memberships').where('userId', '=', userId).where('companyId', '=', companyId).execute()
  await endSessionsWithoutRole(db, [userId])
}

/** Ends the memberships of a company, as `removeMember` does. */
export async function removeMembers(db: Db, companyId: string) {
  const members = await db.deleteFrom('memberships').where('companyId', '=', companyId).returning('userId').execute()
  await endSessionsWithoutRole(
    db,
    members.map(member => member.userId),
  )
}
