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

/** Ends the memberships of a company, or that of one user; and with a user's last one the sessions. */
export async function removeMembers(db: Db, companyId: string, userId?: string) {
  const members = await db
    .deleteFrom('memberships')
    .where('companyId', '=', companyId)
    .$if(userId !== undefined, q => q.where('userId', '=', userId as string))
    .returning('userId')
    .execute()
  await endSessionsWithoutRole(
    db,
    members.map(member => member.userId),
  )
}
