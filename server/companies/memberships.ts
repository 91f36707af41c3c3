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

/** Ends a user's membership of a company, or all of the company's; and with a user's last one the sessions. */
export async function removeMembers(db: Db, companyId: string, userId: string | 'all') {
  const members = await db
    .deleteFrom('memberships')
    .where('companyId', '=', companyId)
    .$if(userId !== 'all', q => q.where('userId', '=', userId))
    .returning('userId')
    .execute()
  await endSessionsWithoutRole(
    db,
    members.map(member => member.userId),
  )
}
