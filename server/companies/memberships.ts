import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { publishNewAccess } from '../events/notices.ts'
import { endSessionsWithoutRole } from '../identity/sessions/sessions.ts'

type Member = { userId: string; companyId: string; department: string; position: string }

export async function addMember(db: Db, member: Member): Promise<boolean> {
  const inserted = await db
    .insertInto('memberships')
    .values(member)
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (inserted) publishNewAccess(db, [member.userId])
  return inserted !== undefined
}

export const changeMember = (db: Db, { userId, companyId, department, position }: Member) =>
  db
    .updateTable('memberships')
    .set({ department, position })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute()

/** Of most of the company's people; undefined where it has none. */
export async function languageOfMembers(db: Db, companyId: string) {
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

const membership = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('memberships')
    .select('userId')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)

export const isMember = async (db: Db, companyId: string, userId: string) =>
  (await membership(db, companyId, userId).executeTakeFirst()) !== undefined

/** @throws 404 for a user who is no member of the company */
export const requireMember = (db: Db, companyId: string, userId: string) =>
  membership(db, companyId, userId).executeTakeFirstOrThrow(notFound)

export async function removeMembers(db: Db, companyId: string, userId: string | 'all') {
  const members = await db
    .deleteFrom('memberships')
    .where('companyId', '=', companyId)
    .$if(userId !== 'all', q => q.where('userId', '=', userId))
    .returning('userId')
    .execute()
  const users = members.map(member => member.userId)
  publishNewAccess(db, users)
  await endSessionsWithoutRole(db, users)
}
